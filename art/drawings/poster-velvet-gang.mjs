import { circle, ellipse, lin, path, rect, skyline, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#2a1145'],
    [1, '#0c0616'],
  ])}${lin('q', [
    [0, '#f05a7a'],
    [1, '#b5254f'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  circle(300, 400, 300, '#4a2170', 'opacity=".6"') +
  text(300, 640, '?', 700, 'url(#q)', { weight: 800 }) +
  path('M300 190c-120 0-186 76-180 200 4 100 70 210 180 270 110-60 176-170 180-270 6-124-60-200-180-200z', '#0d0814') +
  path('M150 380c40-50 110-50 140 4-20 60-120 70-140-4zM450 380c-40-50-110-50-140 4 20 60 120 70 140-4z', '#f7efe4') +
  circle(226, 392, 26, '#3e7d5a') +
  circle(374, 392, 26, '#3e7d5a') +
  ellipse(226, 392, 8, 22, '#0d0814') +
  ellipse(374, 392, 8, 22, '#0d0814') +
  circle(234, 382, 6, '#fff') +
  circle(382, 382, 6, '#fff') +
  times(
    5,
    (i) =>
      stroke(
        `M${164 + i * 26} ${362 - Math.sin(((i + 1) * Math.PI) / 6) * 22}l${-16 + i * 7}-22`,
        '#f7efe4',
        4,
        'stroke-linecap="round"',
      ) +
      stroke(
        `M${436 - i * 26} ${362 - Math.sin(((i + 1) * Math.PI) / 6) * 22}l${16 - i * 7}-22`,
        '#f7efe4',
        4,
        'stroke-linecap="round"',
      ),
  ) +
  path('M258 548q42-20 84 0-14 26-42 26t-42-26z', '#d9335c') +
  path('M0 760q150-60 300-40t300 40v140H0z', '#0c0616') +
  skyline(die, 0, 600, 880, 40, 110, '#190c2b', '#f3b9c6', { chance: 0.22, min: 34, max: 70 }) +
  rect(0, 780, 600, 120, '#0c0616', 'opacity=".55"') +
  text(300, 132, 'THE VELVET GANG', 84, '#f7efe4', { fit: 520 }) +
  text(300, 866, 'A SERIAL IN TEN EPISODES', 24, '#f0a7b6', { space: 5 });
