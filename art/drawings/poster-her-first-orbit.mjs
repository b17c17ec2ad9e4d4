import { at, circle, n, path, rect, ring, stars, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  rect(0, 0, 600, 900, '#0a0d14') +
  stars(die, 120, 600, 900, '#e9eef5', 0, 2.2) +
  circle(120, 1010, 430, '#2a3140') +
  circle(120, 1010, 430, 'none', 'stroke="#8b97ab" stroke-width="3"') +
  circle(60, 720, 44, '#1e2430') +
  circle(230, 790, 66, '#1e2430') +
  circle(120, 850, 26, '#1e2430') +
  times(7, (i) =>
    stroke(
      `M${-60 - i * 26} 900Q${150 - i * 20} ${340 - i * 42} ${640} ${40 - i * 70 + 120}`,
      '#e84f7a',
      n(5 - i * 0.6),
      `opacity="${n(0.95 - i * 0.12)}"`,
    ),
  ) +
  at(
    398,
    316,
    path('M0-210c46 50 62 120 62 190v130h-124v-130c0-70 16-140 62-190z', '#dfe5ee') +
      path('M0-210c10 50 14 120 14 190v130h48v-130c0-70-16-140-62-190z', '#9aa6b8') +
      rect(-62, -30, 124, 16, '#e84f7a') +
      rect(-62, 60, 124, 16, '#e84f7a') +
      circle(0, -90, 24, '#0a0d14') +
      ring(0, -90, 24, '#e84f7a', 7) +
      circle(0, 20, 17, '#0a0d14') +
      ring(0, 20, 17, '#e84f7a', 5) +
      path('M-62 70l-52 90 52-30zM62 70l52 90-52-30z', '#e84f7a') +
      path('M-44 112h88l-18 36h-52z', '#3a4254') +
      path('M-36 150c-10 60 20 110 36 190 16-80 46-130 36-190z', '#ffd27a') +
      path('M-18 150c-6 40 10 70 18 120 8-50 24-80 18-120z', '#fff7e0'),
    1,
    34,
  ) +
  text(40, 100, 'HER FIRST', 76, '#f3f6fb', { anchor: 'start', space: -1 }) +
  text(40, 178, 'ORBIT', 76, '#e84f7a', { anchor: 'start', space: -1 }) +
  text(560, 866, 'ONCE AROUND, AND HOME', 24, '#f3f6fb', { anchor: 'end', space: 5 });
