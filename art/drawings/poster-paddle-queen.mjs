import { at, circle, lin, path, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#dfeee8'],
    [1, '#8fc1c4'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  circle(452, 240, 80, '#f2b84c') +
  times(6, (i) => circle(160 - i * 10 + die(-16, 16), 300 - i * 46, 30 + i * 11, i % 2 ? '#f8f5ea' : '#e4e2d4')) +
  times(6, (i) => circle(292 + i * 8, 310 - i * 40, 24 + i * 9, i % 2 ? '#f8f5ea' : '#e4e2d4')) +
  rect(140, 320, 40, 200, '#1b2b3d') +
  rect(272, 330, 40, 190, '#1b2b3d') +
  rect(132, 306, 56, 26, '#c5392b') +
  rect(264, 316, 56, 26, '#c5392b') +
  path('M128 308l10-18 12 18 10-18 12 18 10-18 8 18z', '#1b2b3d') +
  rect(40, 500, 440, 60, '#fffaf0') +
  times(10, (i) => rect(58 + i * 42, 514, 22, 32, '#1b2b3d')) +
  rect(20, 556, 500, 16, '#c5392b') +
  rect(40, 572, 460, 80, '#fffaf0') +
  times(10, (i) => rect(56 + i * 44, 588, 20, 44, '#27506b')) +
  rect(340, 440, 110, 62, '#fffaf0') +
  rect(330, 430, 130, 14, '#c5392b') +
  times(3, (i) => rect(350 + i * 34, 452, 22, 30, '#1b2b3d')) +
  path('M0 650h560q-10 80-60 120H40q-40-40-40-120z', '#1b2b3d') +
  rect(0, 650, 560, 12, '#c5392b') +
  at(
    440,
    660,
    circle(0, 0, 150, '#c5392b') +
      circle(0, 0, 128, '#1b2b3d') +
      times(
        12,
        (i) =>
          `<g transform="rotate(${i * 30})">${rect(-6, -128, 12, 128, '#f2b84c') + rect(-22, -138, 44, 22, '#fffaf0')}</g>`,
      ) +
      ring(0, 0, 92, '#f2b84c', 8) +
      circle(0, 0, 30, '#c5392b') +
      circle(0, 0, 12, '#fffaf0'),
  ) +
  rect(0, 760, 600, 140, '#27506b') +
  times(5, (r) =>
    times(10, (i) =>
      stroke(
        `M${-30 + i * 70 + (r % 2) * 35} ${772 + r * 28}q18-18 36 0t36 0`,
        r % 2 ? '#8fc1c4' : '#dfeee8',
        4,
        'stroke-linecap="round" opacity=".7"',
      ),
    ),
  ) +
  text(300, 112, 'THE PADDLE', 92, '#c5392b', { weight: 800, fit: 520 }) +
  text(300, 186, 'QUEEN', 72, '#1b2b3d', { weight: 800 });
