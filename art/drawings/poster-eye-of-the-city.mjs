import { circle, path, poly, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () =>
  rect(0, 0, 600, 900, '#f1e7d0') +
  poly(
    [
      [0, 0],
      [600, 0],
      [600, 130],
      [0, 420],
    ],
    '#d3301f',
  ) +
  poly(
    [
      [0, 420],
      [600, 130],
      [600, 170],
      [0, 460],
    ],
    '#171514',
  ) +
  `<g transform="rotate(-26 300 700)">${rect(-200, 640, 1000, 130, '#171514') + times(26, (i) => rect(-190 + i * 38, 652, 20, 14, '#f1e7d0') + rect(-190 + i * 38, 744, 20, 14, '#f1e7d0')) + times(9, (i) => rect(-180 + i * 110, 676, 92, 58, i % 2 ? '#d3301f' : '#e8a33a'))}</g>` +
  circle(300, 450, 218, '#171514') +
  ring(300, 450, 198, '#f1e7d0', 4) +
  circle(300, 450, 180, '#e8a33a') +
  circle(300, 450, 150, '#171514') +
  circle(300, 450, 132, '#f1e7d0') +
  path('M176 450q124-118 248 0-124 118-248 0z', '#fffaf0', 'stroke="#171514" stroke-width="8"') +
  circle(300, 450, 58, '#2f6d7c') +
  circle(300, 450, 44, '#1c4a57') +
  circle(300, 450, 27, '#171514') +
  circle(316, 434, 11, '#fffaf0') +
  times(9, (i) =>
    stroke(
      `M${212 + i * 22} ${400 - 26 * Math.sin(((i + 1) * Math.PI) / 10)}l${-14 + i * 3.4} -26`,
      '#171514',
      6,
      'stroke-linecap="round"',
    ),
  ) +
  stroke('M300 668L190 900M300 668L410 900M300 668V900', '#171514', 15) +
  text(40, 92, 'EYE OF', 62, '#f1e7d0', { stretch: 78, weight: 700, anchor: 'start' }) +
  text(40, 156, 'THE CITY', 62, '#f1e7d0', { stretch: 78, weight: 700, anchor: 'start' }) +
  text(560, 876, '1926', 62, '#171514', { stretch: 78, weight: 700, anchor: 'end' });
