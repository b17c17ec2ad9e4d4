import { at, circle, cloud, lin, n, path, rad, rect, ring, stars, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#10213f'],
    [0.6, '#24507a'],
    [1, '#143049'],
  ])}${rad(
    'm',
    [
      [0, '#fff6d6'],
      [0.7, '#f3dfa1'],
      [1, '#d5ae62'],
    ],
    { cx: 0.42, cy: 0.38, r: 0.7 },
  )}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  stars(die, 90, 600, 700, '#fdf3cf') +
  times(5, (i) =>
    ring(
      300,
      420,
      262 + i * 28,
      '#f3dfa1',
      2.4 - i * 0.4,
      `stroke-dasharray="2 ${9 + i * 3}" stroke-linecap="round" opacity="${n(0.7 - i * 0.1)}"`,
    ),
  ) +
  circle(300, 420, 236, 'url(#m)') +
  circle(180, 320, 22, '#e0c27d') +
  circle(420, 560, 30, '#e0c27d') +
  circle(250, 590, 16, '#e0c27d') +
  circle(460, 350, 14, '#e0c27d') +
  circle(205, 510, 13, '#e0c27d') +
  // Its face.
  path('M206 378q42-34 88-6-12 36-48 34-28-2-40-28z', '#fffdf0') +
  circle(248, 388, 15, '#3c2410') +
  stroke('M196 352q48-34 104-6', '#8a5a1e', 9, 'stroke-linecap="round"') +
  path(
    'M292 392c-8 46-26 72-30 96 10 16 40 16 52 2',
    'none',
    'stroke="#a8752f" stroke-width="8" stroke-linecap="round"',
  ) +
  path('M228 540q66-26 142 2-30 58-78 56-44-4-64-58z', '#7c2f22') +
  path('M242 542q58-14 114 2l-8 16q-46-14-96-2z', '#fffdf0') +
  stroke('M196 470q14 14 34 14M396 486q-12 16-32 16', '#c9984f', 6, 'stroke-linecap="round"') +
  // The shell in its eye.
  path('M340 330q50-30 94 4-10 46-46 48-36 0-48-52z', '#fffdf0') +
  at(
    392,
    352,
    path('M-26 14L-26-92Q0-140 26-92L26 14Q0 24-26 14z', '#b23a2a') +
      rect(-26, -70, 52, 10, '#f3dfa1') +
      rect(-26, -6, 52, 10, '#f3dfa1') +
      circle(0, -40, 11, '#10213f') +
      ring(0, -40, 11, '#f3dfa1', 4) +
      path('M-26 14l-18 26h14zM26 14l18 26h-14z', '#7c2317'),
    1.05,
    24,
  ) +
  times(4, (i) =>
    stroke(
      `M${388 - i * 14} ${396 + i * 2}q4 ${14 + i * 6} ${-6 - i * 2} ${30 + i * 8}`,
      '#8a5a1e',
      5,
      'stroke-linecap="round"',
    ),
  ) +
  cloud(90, 720, 1.5, '#e8eef0', '#bfd0d8') +
  cloud(520, 700, 1.7, '#dfe8ec', '#b6c9d3') +
  cloud(300, 760, 2.1, '#f4f6f3', '#cddade') +
  rect(0, 752, 600, 150, '#f4f6f3') +
  text(300, 832, 'A LETTER TO THE MOON', 50, '#143049', { weight: 600, fit: 500 }) +
  text(300, 868, 'BY RETURN OF POST', 21, '#b23a2a', { space: 5 });
