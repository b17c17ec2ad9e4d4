import { at, circle, lin, n, path, rad, rect, stars, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#1a1030'],
    [0.6, '#5a2a5e'],
    [1, '#c2553f'],
  ])}${rad('m', [
    [0, '#ffe2a0'],
    [1, '#f08a35'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  stars(die, 50, 600, 400) +
  circle(300, 380, 210, 'url(#m)') +
  circle(230, 330, 34, '#e87b2a', 'opacity=".6"') +
  circle(370, 440, 50, '#e87b2a', 'opacity=".5"') +
  [
    [210, 250, 1, -8],
    [360, 330, 1.3, 6],
    [250, 440, 0.8, -4],
  ]
    .map(([x, y, s, t]) =>
      at(
        x,
        y,
        stroke('M-74 16L66 6', '#120a1c', 5, 'stroke-linecap="round"') +
          path('M58 0l34-14 4 30-36-4z', '#120a1c') +
          path('M-24 12c-2-24 8-40 24-44 16 4 30 20 26 44z', '#120a1c') +
          circle(-2, -42, 11, '#120a1c') +
          path('M-20-46h36L-2-92z', '#120a1c') +
          path('M14-20q24 2 40 22l-24 4z', '#120a1c'),
        s,
        t,
      ),
    )
    .join('') +
  times(9, (i) => {
    const x = -10 + i * 78;
    const s = i === 4 ? 0.001 : 0.8 + die(0, 0.6);
    return at(
      x,
      900,
      stroke(
        `M0 0q${n(die(-20, 20))}-180 ${n(die(-14, 14))}-360M-4-170q-40-40-74-44M2-220q40-50 80-62M0-280q-36-50-60-60M2-120q30-30 66-34M-40-200q-20-30-18-50M44-262q8-30 26-40`,
        '#120a1c',
        15,
        'stroke-linecap="round"',
      ),
      s,
    );
  }) +
  rect(0, 860, 600, 40, '#120a1c') +
  text(300, 152, 'HARVEST NIGHT', 74, '#ffd58a', { weight: 700, fit: 440 }) +
  text(300, 888, 'BRING A COAT AND A BROOM', 20, '#ffd58a', { space: 4 });
