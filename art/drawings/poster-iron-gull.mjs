import { circle, path, poly, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () =>
  rect(0, 0, 600, 900, '#ede3cd') +
  poly(
    [
      [0, 900],
      [0, 560],
      [600, 250],
      [600, 900],
    ],
    '#c3271b',
  ) + // The bow.
  poly(
    [
      [320, 150],
      [600, 420],
      [600, 900],
      [210, 900],
      [150, 600],
    ],
    '#22262a',
  ) +
  poly(
    [
      [320, 150],
      [150, 600],
      [210, 900],
      [330, 900],
    ],
    '#3f474d',
  ) +
  poly(
    [
      [320, 150],
      [330, 900],
      [344, 900],
      [336, 160],
    ],
    '#0f1214',
  ) +
  stroke('M300 240L170 610M336 240L600 500', '#ede3cd', 4, 'opacity=".7"') +
  circle(250, 520, 24, '#0f1214') +
  ring(250, 520, 24, '#ede3cd', 5) +
  times(5, (i) => circle(390 + i * 46, 470 + i * 40, 10, '#ede3cd')) +
  stroke('M262 544l-10 120M230 650q24 34 48 4', '#0f1214', 9, 'stroke-linecap="round"') +
  stroke('M320 150V20', '#1a1614', 7) +
  path('M324 26c70-24 90 24 160 0v96c-70 24-90-24-160 0z', '#c3271b') +
  times(8, (i) => path(`M${-20 + i * 90} 860q45-40 90 0v60h-90z`, '#ede3cd')) +
  rect(0, 876, 600, 30, '#ede3cd') +
  poly(
    [
      [0, 700],
      [600, 470],
      [600, 590],
      [0, 820],
    ],
    '#1a1614',
  ) +
  poly(
    [
      [0, 700],
      [600, 470],
      [600, 478],
      [0, 708],
    ],
    '#ede3cd',
  ) +
  `<g transform="rotate(-21 36 790)">${text(30, 792, 'IRON GULL', 104, '#ede3cd', { stretch: 78, weight: 700, anchor: 'start', fit: 560 })}</g>` +
  text(40, 92, 'A SHIP CALLED', 40, '#1a1614', { stretch: 78, weight: 700, anchor: 'start', space: 2 }) +
  rect(40, 112, 226, 10, '#c3271b');
