import { at, circle, ellipse, figure, lin, path, rad, rect, ring, stars, times } from '../shapes.mjs';

/** 1,600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#0b1733'],
    [0.6, '#244a78'],
    [1, '#3f7394'],
  ])}${rad(
    'e',
    [
      [0, '#bfe3ea'],
      [0.75, '#4f92b8'],
      [1, '#24587f'],
    ],
    { cx: 0.4, cy: 0.36, r: 0.7 },
  )}${lin('gr', [
    [0, '#f3e2b0'],
    [1, '#a98648'],
  ])}</defs>` +
  rect(0, 0, 1600, 900, 'url(#bg)') +
  stars(die, 200, 1600, 700, '#fff4d2', 0, 2.6) +
  times(5, () =>
    at(die(200, 1500), die(60, 380), path('M0-16L4-4 16 0 4 4 0 16-4 4-16 0-4-4z', '#fff4d2'), die(0.6, 1.3)),
  ) +
  circle(1180, 300, 190, 'url(#e)') +
  path(
    'M1090 220q40-40 90-20 20 30-20 50-10 40-50 30-40-20-20-60zM1200 300q60-20 90 30 0 60-50 80-50-30-40-110z',
    '#7fae6a',
    'opacity=".85"',
  ) +
  ring(1180, 300, 214, '#fff4d2', 2, 'stroke-dasharray="2 12" stroke-linecap="round"') +
  ring(1180, 300, 244, '#fff4d2', 1.6, 'stroke-dasharray="2 16" stroke-linecap="round" opacity=".7"') +
  path(
    'M0 700q120-90 240-40l60-70 80 90q140-60 240 20l70-110 90 120q160-70 290 10l90-130 70 120q140-60 370-10v300H0z',
    '#7d6a46',
  ) +
  path('M0 760q200-70 420-20t420-10 420 10 340-20v180H0z', 'url(#gr)') +
  times(18, () => {
    const x = die(20, 1580);
    const y = die(780, 880);
    const r = die(14, 50);
    return (
      ellipse(x, y, r, r * 0.28, '#8a6c38', 'opacity=".7"') +
      ellipse(x, y + 3, r * 0.86, r * 0.2, '#c9a864', 'opacity=".8"')
    );
  }) +
  // Mushrooms and the shell.
  [
    [1330, 800, 1.2],
    [1450, 790, 0.8],
    [1250, 810, 0.6],
  ]
    .map(([x, y, s]) =>
      at(
        x,
        y,
        path('M-16 0l8-150h16l8 150z', '#f6ead0') +
          path('M-90-140q20-90 90-90t90 90q-90 30-180 0z', '#b8452f') +
          circle(-34, -176, 12, '#f6ead0') +
          circle(20, -196, 15, '#f6ead0') +
          circle(52, -160, 9, '#f6ead0') +
          path('M-90-140q90 30 180 0-90 14-180 0z', '#f6ead0'),
        s,
      ),
    )
    .join('') +
  at(
    900,
    770,
    path('M-34 40L-34-120Q0-190 34-120L34 40z', '#b8452f') +
      rect(-34, -86, 68, 12, '#f3e2b0') +
      rect(-34, 4, 68, 12, '#f3e2b0') +
      circle(0, -38, 16, '#10213f') +
      ring(0, -38, 16, '#f3e2b0', 5) +
      path('M-34 40l-26 34h26zM34 40l26 34H34z', '#7c2317'),
    1.15,
    28,
  ) +
  figure(1040, 830, 0.9, '#13203a', { hat: 'top', cane: true }) +
  figure(1100, 838, 0.86, '#13203a', { hat: 'top', arm: 30 }) +
  figure(1156, 832, 0.8, '#13203a', { hat: 'top', cane: true });
