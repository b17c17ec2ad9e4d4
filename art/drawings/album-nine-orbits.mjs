import { circle, n, rad, rect, ring, stars, text, times } from '../shapes.mjs';

/** 600 by 600. */
export const draw = (die) =>
  `<defs>${rad('s', [
    [0, '#fff3c0'],
    [1, '#f0952f'],
  ])}</defs>` +
  rect(0, 0, 600, 600, '#10142a') +
  stars(die, 90, 600, 600) +
  times(8, (i) => ring(110, 480, 110 + i * 62, '#c9b37a', 1.6, 'opacity=".8"')) +
  circle(110, 480, 76, 'url(#s)') +
  [
    [0, -50, 11, '#c9b37a'],
    [1, -20, 16, '#e2a96a'],
    [2, -62, 17, '#5aa0c4'],
    [3, -34, 13, '#d2553a'],
    [4, -54, 38, '#d9a066'],
    [5, -28, 30, '#e9cf94'],
    [6, -13, 22, '#8fd0cf'],
    [7, -42, 22, '#5a74c4'],
  ]
    .map(([i, a, r, c]) => {
      const R = 110 + i * 62;
      const t = (a * Math.PI) / 180;
      return (
        circle(110 + R * Math.cos(t), 480 + R * Math.sin(t), r, c) +
        (i === 5
          ? `<ellipse cx="${n(110 + R * Math.cos(t))}" cy="${n(480 + R * Math.sin(t))}" rx="52" ry="12" fill="none" stroke="#e9cf94" stroke-width="5" transform="rotate(-20 ${n(110 + R * Math.cos(t))} ${n(480 + R * Math.sin(t))})"/>`
          : '')
      );
    })
    .join('') +
  text(40, 92, 'Nine Orbits', 62, '#f6ead0', { weight: 700, anchor: 'start' }) +
  text(42, 130, 'NORTHMOOR ORCHESTRA', 22, '#c9b37a', { anchor: 'start', space: 8 });
