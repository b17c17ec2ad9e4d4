import { at, circle, group, lin, n, path, poly, rad, rays, rect, skyline, stroke, times } from '../shapes.mjs';

/** 1,600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#0a1626'],
    [0.55, '#1f4a68'],
    [1, '#c98a3a'],
  ])}${rad('gl', [
    [0, '#ffe9b0', 0.95],
    [0.4, '#f3b850', 0.5],
    [1, '#f3b850', 0],
  ])}${lin('t', [
    [0, '#16304a'],
    [1, '#0a1420'],
  ])}</defs>` +
  rect(0, 0, 1600, 900, 'url(#bg)') +
  rays(1080, 560, 1500, 24, '#f6c873', { from: -180, to: 0, share: 0.42, opacity: 0.16 }) +
  circle(1080, 560, 520, 'url(#gl)') +
  group(
    skyline(die, 0, 1600, 820, 120, 380, '#2a5470', '#ffdf9c', { min: 44, max: 100, chance: 0.08, window: 6 }),
    'opacity=".75"',
  ) +
  // The new tower of Babel.
  [
    [1080, 300, 330],
    [1080, 220, 250],
    [1080, 150, 180],
    [1080, 90, 120],
  ]
    .map(
      ([x, w, top], i) =>
        poly(
          [
            [x - w / 2, 900],
            [x - w * 0.38, top],
            [x + w * 0.38, top],
            [x + w / 2, 900],
          ],
          ['#143049', '#1b3d5a', '#24506f', '#2f6386'][i],
        ) + times(9, (k) => rect(x - w * 0.36 + k * w * 0.08, top + 16, 3, 700 - top, '#ffdf9c', 'opacity=".28"')),
    )
    .join('') +
  rect(1074, 40, 12, 90, '#24506f') +
  times(16, (i) => `<g transform="rotate(${i * 22.5} 1080 60)">${rect(1079, 20, 2, 26, '#ffe9b0')}</g>`) +
  circle(1080, 60, 12, '#ffe9b0') +
  [
    [840, 150, 260],
    [1320, 170, 220],
    [1480, 130, 360],
    [690, 120, 430],
    [560, 140, 520],
  ]
    .map(
      ([x, w, top]) =>
        rect(x - w / 2, top, w, 700, 'url(#t)') +
        rect(x - w * 0.3, top - 46, w * 0.6, 48, '#16304a') +
        rect(x - w * 0.14, top - 90, w * 0.28, 48, '#16304a') +
        times(Math.floor((740 - top) / 26), (r) =>
          times(Math.floor(w / 20), (k) =>
            die() < 0.3
              ? rect(x - w / 2 + 8 + k * 20, top + 14 + r * 26, 8, 13, '#ffd27a', `opacity="${n(die(0.3, 0.95))}"`)
              : '',
          ),
        ),
    )
    .join('') +
  // Roads in the air.
  [
    [560, 700, 470, 18],
    [640, 1600, 610, 20],
    [0, 1600, 730, 26],
  ]
    .map(
      ([a, b, y, h]) =>
        rect(a, y, b - a, h, '#0a1420') +
        rect(a, y, b - a, 3, '#ffd27a', 'opacity=".7"') +
        times(Math.floor((b - a) / 44), (i) =>
          rect(a + 14 + i * 44 + die(-10, 10), y - 9, 20, 9, die() < 0.5 ? '#ffe9b0' : '#0a1420', 'rx="3"'),
        ) +
        times(Math.floor((b - a) / 150), (i) =>
          path(`M${a + i * 150} ${y + h}a75 75 0 0 1 150 0h-10a65 60 0 0 0-130 0z`, '#0a1420'),
        ),
    )
    .join('') +
  at(
    1240,
    250,
    path('M-70 0h140v9H-70zM-70 22h140v9H-70z', '#0a1420') +
      path('M-14 4h28l-4 26h-20z', '#0a1420') +
      stroke('M-50 6v20M50 6v20', '#0a1420', 4),
    0.8,
    -10,
  ) +
  at(
    930,
    180,
    path('M-70 0h140v9H-70zM-70 22h140v9H-70z', '#0a1420') + path('M-14 4h28l-4 26h-20z', '#0a1420'),
    0.45,
    8,
  ) +
  rect(0, 760, 1600, 140, '#060c14', 'opacity=".8"');
