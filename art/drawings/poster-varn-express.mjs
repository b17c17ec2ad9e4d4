import {
  circle,
  cloud,
  frame,
  lin,
  path,
  poly,
  rad,
  rays,
  rect,
  ridge,
  ring,
  stroke,
  text,
  times,
} from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#f0c178'],
    [0.5, '#e48a4c'],
    [1, '#a8402c'],
  ])}${rad('l', [
    [0, '#fffbe6'],
    [0.4, '#ffe9a6'],
    [1, '#ffe9a6', 0],
  ])}${lin(
    'b',
    [
      [0, '#1b2630'],
      [0.5, '#3d4f5c'],
      [1, '#131b22'],
    ],
    { x2: 1, y2: 0 },
  )}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  rays(300, 470, 900, 22, '#fbe3a6', { from: -180, to: 0, share: 0.5, opacity: 0.35 }) +
  cloud(130, 250, 1.25, '#f9ead0', '#e7c9a0') +
  cloud(430, 190, 1.6, '#f6e2c2', '#e2bf93') +
  cloud(330, 300, 0.9, '#fdf3df', '#eacfa8') +
  path('M0 640L600 640L600 900L0 900Z', '#5a2a20') +
  ridge(die, 600, 630, 26, 12, '#7b3526', 680) +
  poly(
    [
      [270, 640],
      [330, 640],
      [560, 900],
      [40, 900],
    ],
    '#3b1c16',
  ) +
  times(8, (i) => {
    const y = 660 + i * i * 4.2;
    const h = 6 + i * 2.2;
    const k = (y - 640) / 260;
    return rect(270 - 230 * k - 10, y, 60 + 460 * k + 20, h, '#8b5a3a');
  }) +
  stroke('M282 640L110 900M318 640L490 900', '#d8c3a0', 7) +
  // The engine, from the front.
  path('M246 226h108l-14 120h-80z', '#141b21') +
  path('M228 206h144v26H228z', '#c8452f') +
  rect(276, 340, 48, 40, '#141b21') +
  circle(300, 500, 168, '#10161b') +
  circle(300, 500, 152, 'url(#b)') +
  ring(300, 500, 152, '#c8452f', 10) +
  ring(300, 500, 112, '#0d1317', 5) +
  circle(300, 500, 30, '#c8452f') +
  circle(300, 500, 14, '#f4c66a') +
  times(12, (i) =>
    circle(300 + 132 * Math.cos((i * Math.PI) / 6), 500 + 132 * Math.sin((i * Math.PI) / 6), 6, '#e9b96a'),
  ) +
  rect(258, 300, 84, 78, '#c8452f', 'rx="8"') +
  circle(300, 338, 92, 'url(#l)', 'opacity=".8"') +
  circle(300, 338, 32, '#fff8da') +
  ring(300, 338, 34, '#3a2410', 6) +
  rect(96, 640, 408, 34, '#8f2a1c') +
  rect(96, 640, 408, 8, '#d85b3f') +
  circle(150, 657, 20, '#f4c66a') +
  circle(450, 657, 20, '#f4c66a') +
  path('M128 674h344l58 132H70z', '#141b21') +
  times(11, (i) => stroke(`M${150 + i * 30} 676L${86 + i * 42.6} 804`, '#c8452f', 6)) +
  text(300, 112, 'THE VARN EXPRESS', 84, '#3a1710', { weight: 600, fit: 508 }) +
  text(300, 152, 'STOPS FOR NOBODY', 26, '#8f2a1c', { space: 12 }) +
  frame(600, 900, '#3a1710', { inset: 16, width: 2.4, second: false });
