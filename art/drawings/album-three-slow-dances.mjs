import { circle, ellipse, rect, text, times } from '../shapes.mjs';

/** 600 by 600. */
export const draw = () =>
  rect(0, 0, 600, 600, '#e8dfd0') +
  circle(230, 300, 150, '#b4533a', 'opacity=".9"') +
  circle(350, 250, 130, '#3d5a66', 'opacity=".85"') +
  circle(340, 370, 110, '#d9a441', 'opacity=".9"') +
  times(5, (i) => rect(0, 286 + i * 14, 600, 1.6, '#1c1a18')) +
  [
    [180, 300],
    [300, 314],
    [420, 293],
  ]
    .map(
      ([x, y]) =>
        ellipse(x, y, 12, 9, '#1c1a18', `transform="rotate(-18 ${x} ${y})"`) + rect(x + 9, y - 66, 3, 66, '#1c1a18'),
    )
    .join('') +
  text(40, 88, 'Three Slow Dances', 58, '#1c1a18', { weight: 400, anchor: 'start' }) +
  text(560, 560, 'ELIN SATER', 22, '#1c1a18', { anchor: 'end', space: 8 });
