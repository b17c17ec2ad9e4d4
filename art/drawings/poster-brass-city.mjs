import { circle, frame, lin, n, path, rays, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) => {
  const gold = '#e9b44c';
  const tower = (x, w, top, c) =>
    rect(x - w / 2, top, w, 900 - top, c) +
    rect(x - w * 0.34, top - 40, w * 0.68, 42, c) +
    rect(x - w * 0.16, top - 96, w * 0.32, 58, c) +
    rect(x - 2, top - 150, 4, 56, c);
  const lights = (x, w, top, c) =>
    times(Math.floor((900 - top) / 22), (r) =>
      times(Math.floor(w / 15), (k) =>
        die() < 0.42 ? rect(x - w / 2 + 7 + k * 15, top + 12 + r * 22, 6, 11, c, `opacity="${n(die(0.3, 0.9))}"`) : '',
      ),
    );
  return (
    `<defs>${lin('bg', [
      [0, '#0b1420'],
      [0.6, '#16324a'],
      [1, '#0a1119'],
    ])}${lin(
      'g',
      [
        [0, '#ffe9b0'],
        [0.5, '#e0a23c'],
        [1, '#7d4b14'],
      ],
      { x2: 1, y2: 0 },
    )}${lin(
      'f',
      [
        [0, '#2a1a08'],
        [0.5, '#b77a28'],
        [1, '#2a1a08'],
      ],
      { x2: 1, y2: 0 },
    )}</defs>` +
    rect(0, 0, 600, 900, 'url(#bg)') +
    rays(300, 430, 900, 28, gold, { from: -180, to: 180, share: 0.42, opacity: 0.22 }) +
    rays(300, 430, 900, 28, '#fff3cf', { from: -178, to: 182, share: 0.1, opacity: 0.28 }) +
    circle(300, 430, 205, '#0e1e2e') +
    ring(300, 430, 205, gold, 3) +
    ring(300, 430, 190, gold, 1.2) +
    tower(70, 110, 470, '#0d1a28') +
    lights(70, 110, 470, '#ffd27a') +
    tower(530, 110, 450, '#0d1a28') +
    lights(530, 110, 450, '#ffd27a') +
    tower(165, 96, 590, '#122638') +
    lights(165, 96, 590, '#ffd27a') +
    tower(440, 100, 570, '#122638') +
    lights(440, 100, 570, '#ffd27a') +
    // The machine-woman.
    path(
      'M300 255c-78 0-104 62-100 140 3 62 20 118 48 150 12 14 28 25 52 25s40-11 52-25c28-32 45-88 48-150 4-78-22-140-100-140z',
      'url(#g)',
    ) +
    path('M300 255c-20 0-30 60-30 170s10 145 30 145 30-35 30-145-10-170-30-170z', '#fff2cc', 'opacity=".35"') +
    path(
      'M214 392c24-16 52-16 70-2-4 20-18 28-36 28-16 0-28-10-34-26zM386 392c-24-16-52-16-70-2 4 20 18 28 36 28 16 0 28-10 34-26z',
      '#1b0f04',
    ) +
    path('M224 396c18-9 36-9 50-1M376 396c-18-9-36-9-50-1', 'none', 'stroke="#ffe9b0" stroke-width="3"') +
    stroke('M300 400v66M286 470q14 9 28 0', '#5c370d', 4, 'stroke-linecap="round"') +
    path('M266 508q34-14 68 0-10 16-34 16t-34-16z', '#5c370d') +
    stroke('M200 360c-22 6-26 60-12 104M400 360c22 6 26 60 12 104', '#e0a23c', 12, 'stroke-linecap="round"') +
    path('M248 545c-8 50-40 66-110 92v263h324V637c-70-26-102-42-110-92-14 18-32 28-52 28s-38-10-52-28z', 'url(#f)') +
    times(7, (i) =>
      stroke(
        `M${196 + i * 5} ${632 + i * 24}Q300 ${668 + i * 26} ${404 - i * 5} ${632 + i * 24}`,
        '#ffdf9c',
        2.4,
        'opacity=".55"',
      ),
    ) +
    `<linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#070c12" stop-opacity="0"/><stop offset="1" stop-color="#070c12"/></linearGradient>` +
    rect(0, 640, 600, 260, 'url(#fade)') +
    text(300, 128, 'THE BRASS CITY', 86, '#ffe3a3', { weight: 600, space: -2, fit: 524 }) +
    rect(38, 150, 524, 3, gold) +
    rect(38, 158, 524, 1.4, gold) +
    text(300, 852, 'SOMEBODY BELOW IS AWAKE', 25, '#ffe3a3', { weight: 600, space: 6 }) +
    frame(600, 900, gold, { inset: 16, width: 2 })
  );
};
