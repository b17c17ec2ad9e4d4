import { at, circle, path, poly, rect, stars, stroke, text, cloth } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  cloth('#d8a441', '#a87728') +
  rect(70, 70, 490, 760, '#1b2233') +
  stars(die, 60, 560, 420, '#f6e3b4', 80) +
  rect(70, 640, 490, 190, '#7c2f22') +
  [
    [200, 420, 1],
    [420, 500, 0.75],
    [330, 330, 0.55],
  ]
    .map(([x, y, s]) =>
      at(
        x,
        y,
        path('M-80 0Q0-90 80 0 40 34 0 34-40 34-80 0z', '#d8a441') +
          circle(0, -6, 20, '#1b2233') +
          circle(0, -6, 10, '#e9502f') +
          stroke('M-44 22L-96 300M0 34L6 310M44 22L110 296', '#d8a441', 9) +
          poly(
            [
              [-16, 0],
              [-260, 260],
              [-190, 280],
            ],
            '#e9502f',
            'opacity=".55"',
          ),
        s,
      ),
    )
    .join('') +
  rect(70, 690, 490, 140, '#0f1420') +
  text(315, 744, 'THE LAMPS', 46, '#f6e3b4', { stretch: 78, weight: 700, space: 4 }) +
  text(315, 800, 'OF MARS', 56, '#e9502f', { stretch: 78, weight: 700, space: 2 }) +
  text(315, 118, 'E. R. WINTER', 26, '#f6e3b4', { stretch: 78, weight: 700, space: 8 });
