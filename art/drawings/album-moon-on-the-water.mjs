import { circle, lin, n, rect, text, times } from '../shapes.mjs';

/** 600 by 600. */
export const draw = (die) =>
  `<defs>${lin('b', [
    [0, '#0d2440'],
    [1, '#3d6f8f'],
  ])}</defs>` +
  rect(0, 0, 600, 600, 'url(#b)') +
  circle(300, 230, 110, '#f7f1d8') +
  times(16, (i) =>
    rect(
      300 - (60 + i * 13),
      380 + i * 14,
      120 + i * 26 - die(0, 60),
      4,
      '#f7f1d8',
      `opacity="${n(0.95 - i * 0.05)}" rx="2"`,
    ),
  ) +
  rect(0, 366, 600, 2, '#f7f1d8') +
  text(300, 84, 'Moon on the Water', 50, '#f7f1d8', { weight: 400 }) +
  text(300, 566, 'CLARA VOSS', 22, '#f7f1d8', { space: 9 });
