import { at, circle, lin, n, path, poly, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#f6d98c'],
    [1, '#e6a33c'],
  ])}${lin('t', [
    [0, '#0f4c52'],
    [1, '#0a2e35'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  times(13, (i) =>
    poly(
      [
        [300, -520],
        [-160 + i * 76, 900],
        [-160 + i * 76 + 38, 900],
      ],
      i % 2 ? '#d98b2b' : '#f2c25e',
      'opacity=".6"',
    ),
  ) +
  // The street, far below.
  poly(
    [
      [0, 900],
      [0, 640],
      [150, 560],
      [180, 900],
    ],
    'url(#t)',
  ) +
  poly(
    [
      [600, 900],
      [600, 660],
      [468, 590],
      [430, 900],
    ],
    'url(#t)',
  ) +
  times(6, (r) =>
    times(3, (c) =>
      poly(
        [
          [14 + c * 48, 668 + r * 42 - c * 24],
          [44 + c * 46, 654 + r * 42 - c * 24],
          [46 + c * 46, 674 + r * 42 - c * 22],
          [14 + c * 48, 690 + r * 42 - c * 24],
        ],
        '#f6d98c',
        `opacity="${n(die(0.25, 0.9))}"`,
      ),
    ),
  ) +
  times(6, (r) =>
    times(2, (c) =>
      poly(
        [
          [490 + c * 52, 640 + r * 44 + c * 20],
          [526 + c * 52, 656 + r * 44 + c * 20],
          [526 + c * 52, 680 + r * 44 + c * 20],
          [490 + c * 52, 662 + r * 44 + c * 20],
        ],
        '#f6d98c',
        `opacity="${n(die(0.25, 0.9))}"`,
      ),
    ),
  ) +
  at(
    300,
    410,
    circle(8, 12, 222, '#8a4a12', 'opacity=".5"') +
      circle(0, 0, 222, '#12363b') +
      circle(0, 0, 204, '#fbf1d6') +
      ring(0, 0, 190, '#12363b', 3) +
      times(12, (i) => `<g transform="rotate(${i * 30})">${rect(-6, -184, 12, i % 3 ? 26 : 44, '#12363b')}</g>`) +
      times(60, (i) => `<g transform="rotate(${i * 6})">${rect(-1.2, -190, 2.4, 10, '#12363b')}</g>`) +
      `<g transform="rotate(-48)">${path('M-10 20L-5-110L0-124L5-110L10 20z', '#12363b')}</g>` +
      circle(0, 0, 18, '#b8352a') +
      circle(0, 0, 7, '#fbf1d6'),
  ) +
  // The hand has given way, and who hangs from it.
  stroke('M300 410Q372 440 402 520', '#12363b', 12, 'stroke-linecap="round"') +
  at(
    404,
    526,
    path('M-5 0l-2 46-12 10q-26 6-30 44l8 78-6 100h20l16-86 20 82h22l-26-110 2-76q0-28-12-36l-4-8 2-44z', '#1b1512') +
      circle(10, 62, 19, '#f2c9a0') +
      path('M-14 52h48v6h-48zM-8 34h36v20H-8z', '#e9d9b2') +
      rect(-8, 46, 36, 6, '#b8352a') +
      ring(4, 64, 6, '#1b1512', 2.4) +
      ring(18, 64, 6, '#1b1512', 2.4) +
      stroke('M-2 96l-36 44', '#1b1512', 13, 'stroke-linecap="round"'),
  ) +
  text(300, 112, 'FIVE MINUTES FAST', 66, '#8f2417', { weight: 800, fit: 510 }) +
  text(300, 856, 'HOLD ON', 30, '#fbf1d6', {
    space: 14,
    more: 'paint-order="stroke" stroke="#0a2e35" stroke-width="9" stroke-linejoin="round"',
  });
