import { at, circle, ellipse, lin, n, path, poly, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) => {
  const arm = (d, w) =>
    stroke(d, '#c4543c', w, 'stroke-linecap="round"') +
    stroke(d, '#e58a63', w * 0.3, `stroke-linecap="round" stroke-dasharray="1 ${n(w * 0.7)}"`);
  return (
    `<defs>${lin('bg', [
      [0, '#8fd0c4'],
      [0.35, '#1f7f8c'],
      [1, '#062a3c'],
    ])}</defs>` +
    rect(0, 0, 600, 900, 'url(#bg)') +
    times(9, (i) =>
      poly(
        [
          [40 + i * 66, 0],
          [80 + i * 66, 0],
          [-60 + i * 96, 900],
          [-160 + i * 96, 900],
        ],
        '#d9f3e6',
        `opacity="${n(0.05 + (i % 3) * 0.04)}"`,
      ),
    ) +
    times(30, () => ring(die(20, 580), die(220, 860), die(3, 11), '#d9f3e6', 2, 'opacity=".6"')) +
    at(
      300,
      420,
      path('M-240 0Q-150-84 30-84 190-84 250 0 190 84 30 84-150 84-240 0z', '#2b3944') +
        path('M-240 0Q-150-84 30-84 190-84 250 0z', '#475a66') +
        path('M-120-60l30-44h130l40 26z', '#2b3944') +
        path('M-240 0l-40-54v108z', '#475a66') +
        times(14, (i) => path(`M${-110 + i * 24} -86l12-20 12 20z`, '#2b3944')) +
        circle(150, 4, 40, '#ffe39a') +
        ring(150, 4, 42, '#c98a3a', 11) +
        stroke('M110 4h80M150-36v80', '#c98a3a', 6) +
        times(4, (i) => circle(-110 + i * 56, 6, 15, '#ffe39a') + ring(-110 + i * 56, 6, 16, '#c98a3a', 5)) +
        poly(
          [
            [190, -10],
            [420, -110],
            [420, 130],
            [190, 22],
          ],
          '#ffe39a',
          'opacity=".4"',
        ),
    ) +
    path('M300 900c-90 0-130-50-120-120 8-60 60-90 120-90s112 30 120 90c10 70-30 120-120 120z', '#a8432f') +
    circle(252, 770, 26, '#ffe9b8') +
    circle(348, 770, 26, '#ffe9b8') +
    ellipse(252, 772, 9, 18, '#1a0d0a') +
    ellipse(348, 772, 9, 18, '#1a0d0a') +
    arm('M200 800C60 780 40 620 130 560S260 520 210 470', 30) +
    arm('M400 800c140-20 170-180 80-240s-160-20-110-110', 30) +
    arm('M220 860C60 900 10 820 30 740', 26) +
    arm('M380 860c160 40 210-40 190-130', 26) +
    arm('M240 720c-30-80 40-120 20-200', 22) +
    arm('M360 720c40-80-30-110 0-190', 22) +
    text(300, 104, 'THE KIND KRAKEN', 70, '#06303f', { weight: 600, fit: 510 }) +
    text(300, 158, 'OF CAPE SOLITUDE', 44, '#06303f', { weight: 600, space: 6 })
  );
};
