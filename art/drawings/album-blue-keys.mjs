import { circle, path, rect, text, times } from '../shapes.mjs';

/** 600 by 600. */
export const draw = () =>
  rect(0, 0, 600, 600, '#123a8c') +
  times(14, (i) =>
    path(
      `M${-40 + i * 50} 600Q${60 + i * 40} 300 ${-20 + i * 52} 0h26Q${96 + i * 40} 300 ${6 + i * 50} 600z`,
      ['#1f5ac0', '#2f7fe0', '#0c2a66', '#5aa6f0'][i % 4],
      'opacity=".9"',
    ),
  ) +
  times(14, (i) => rect(20 + i * 41, 420, 38, 160, '#fdf8ea', 'rx="3"')) +
  [0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((i) => rect(46 + i * 41, 420, 24, 96, '#0b1533', 'rx="2"')).join('') +
  circle(430, 190, 96, '#f5c84c') +
  text(36, 108, 'BLUE', 72, '#fdf8ea', { anchor: 'start', space: -1 }) +
  text(36, 176, 'KEYS', 72, '#f5c84c', { anchor: 'start', space: -1 }) +
  text(38, 220, 'GEORGIE MARSH', 21, '#fdf8ea', { anchor: 'start', space: 5 });
