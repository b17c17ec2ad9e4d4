import { at, circle, ellipse, path, poly, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  rect(0, 0, 600, 900, '#12233a') +
  poly(
    [
      [0, 900],
      [0, 760],
      [600, 60],
      [600, 640],
    ],
    '#f4e3b2',
  ) +
  poly(
    [
      [0, 900],
      [0, 800],
      [600, 170],
      [600, 560],
    ],
    '#fff6d8',
  ) +
  times(40, () => circle(die(60, 590), die(200, 700), die(1, 3), '#e8cf8c', 'opacity=".7"')) +
  // A profile under a porkpie hat, with a glass.
  at(
    392,
    392,
    path(
      'M-84 130c-8-30-4-54 10-76-14-6-24-12-22-20l20-40c-8-10-6-24 0-38-4-40 24-84 84-86 62 0 96 44 92 104-2 44-22 68-24 96 0 24 8 44 24 60z',
      '#7c2a2a',
    ) +
      path('M-100-58l206-14 8-22-40-4-10-66q-2-8-10-8l-90 6q-8 0-8 8l-4 66-48 8q-10 12-4 26z', '#1b1512') +
      path('M-58-82l130-10-2-16-128 10z', '#c9472f') +
      path('M-62-6c8-6 18-6 24 0-6 6-16 8-24 0z', '#fff6d8') +
      circle(-52, -4, 4, '#1b1512') +
      stroke('M-70 32q18-2 26-12', '#fff6d8', 3, 'stroke-linecap="round"') +
      stroke('M-70-24q16-10 34-4', '#1b1512', 6, 'stroke-linecap="round"'),
    1.25,
  ) +
  path('M250 900c10-150 70-250 170-300 60-20 120-10 180 40v260z', '#0c1726') +
  path('M372 612l34 92 54-78z', '#fff6d8') +
  path('M404 660l-16 20 22 90 24-92z', '#c9472f') +
  at(
    214,
    520,
    ring(0, 0, 94, '#1b1512', 18) +
      circle(0, 0, 86, '#bfe0e6', 'opacity=".55"') +
      path('M-50-40a64 64 0 0 1 60-30', 'none', 'stroke="#fff" stroke-width="9" stroke-linecap="round"') +
      stroke('M66 66L150 168', '#1b1512', 26, 'stroke-linecap="round"') +
      ellipse(0, 0, 46, 26, '#fff6d8') +
      circle(4, 0, 21, '#3b6a78') +
      circle(4, 0, 10, '#0c1726') +
      stroke('M-56-18q56-44 112 0', '#7c2a2a', 8, 'stroke-linecap="round"'),
  ) +
  rect(0, 0, 600, 0, '#000') +
  text(46, 122, 'DETECTIVE', 88, '#fff6d8', { weight: 800, anchor: 'start', fit: 400 }) +
  text(46, 206, 'BY POST', 88, '#e25a3c', { weight: 800, anchor: 'start' }) +
  text(554, 866, 'IN SEVEN CLUES', 22, '#f4e3b2', { anchor: 'end', space: 4 });
