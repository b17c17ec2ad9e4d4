import { at, circle, lin, n, path, rays, rect, ridge, ring, skyline, stars, stroke, times } from '../shapes.mjs';

/** 1,600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#2c1b4a'],
    [0.4, '#a84a6e'],
    [0.68, '#f6a468'],
  ])}${lin('s', [
    [0, '#fff6cf'],
    [1, '#ffbc66'],
  ])}${lin('w', [
    [0, '#8a3f66'],
    [1, '#24163a'],
  ])}</defs>` +
  rect(0, 0, 1600, 900, 'url(#bg)') +
  stars(die, 60, 1600, 260, '#ffe9d6') +
  rays(1060, 590, 1500, 26, '#ffd59a', { from: -180, to: 0, share: 0.42, opacity: 0.18 }) +
  circle(1060, 590, 190, 'url(#s)') +
  ring(1060, 590, 220, '#ffe2b0', 3, 'opacity=".6"') +
  ridge(die, 1600, 560, 40, 16, '#7a3460', 640) +
  skyline(die, 1250, 1600, 610, 20, 90, '#5b2752', '#ffd59a', { min: 14, max: 34, chance: 0.3, window: 3 }) +
  rect(0, 600, 1600, 300, 'url(#w)') +
  times(22, (i) => {
    const w = 60 + die(0, 240) + i * 14;
    return rect(
      1060 - w / 2 + die(-50, 50),
      608 + i * 13,
      w,
      4 + i * 0.2,
      i < 10 ? '#ffc27a' : '#e07c74',
      `rx="3" opacity="${n(0.95 - i * 0.035)}"`,
    );
  }) +
  at(
    900,
    720,
    path('M-150 0Q0 40 150 0L120 36Q0 62-120 36z', '#170d24') +
      path(
        'M-60 6c-4-46 6-66 22-72 12-4 26 6 26 26l4 46zM22 6l4-54c2-18 18-28 30-20 14 6 20 26 20 52l-4 22z',
        '#170d24',
      ) +
      circle(-32, -86, 19, '#170d24') +
      circle(50, -86, 18, '#170d24') +
      path('M24-84q-8-28 16-28t22 28q8 20-2 34l-8-30z', '#170d24') +
      stroke('M74-24L190 50', '#170d24', 6),
  ) +
  times(60, (i) => {
    const x = i < 26 ? i * 12 - 10 : 1400 + (i - 26) * 7;
    const h = 100 + die(0, 240);
    return stroke(
      `M${n(x)} 900q${n(die(-12, 12))} ${n(-h / 2)} ${n(die(-34, 34))} ${n(-h)}`,
      '#12091e',
      n(die(3, 7)),
      'stroke-linecap="round"',
    );
  });
