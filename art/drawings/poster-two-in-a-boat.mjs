import { at, circle, ellipse, lin, n, path, rays, rect, ridge, ring, stars, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#3a2352'],
    [0.45, '#c75b6b'],
    [0.72, '#f4a66a'],
  ])}${lin('s', [
    [0, '#fff3c4'],
    [1, '#ffb85e'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  stars(die, 26, 600, 220, '#ffe9d6') +
  rays(300, 560, 800, 30, '#ffd59a', { from: -180, to: 0, share: 0.45, opacity: 0.28 }) +
  circle(300, 560, 190, 'url(#s)') +
  ring(300, 560, 214, '#ffe2b0', 3, 'opacity=".8"') +
  ring(300, 560, 236, '#ffe2b0', 1.6, 'opacity=".6"') +
  ridge(die, 600, 540, 34, 9, '#8a3f62', 580) +
  rect(0, 560, 600, 340, '#3b2450') +
  times(15, (i) => {
    const w = 40 + die(0, 190) + i * 10;
    return rect(
      300 - w / 2 + die(-30, 30),
      572 + i * 21,
      w,
      5 + i * 0.35,
      i < 8 ? '#ffc27a' : '#c76a72',
      `rx="3" opacity="${n(0.95 - i * 0.05)}"`,
    );
  }) +
  // Two in a boat.
  at(
    300,
    668,
    path('M-120 0Q0 34 120 0L96 30Q0 52-96 30z', '#1c1029') +
      path(
        'M-46 4c-4-36 4-52 16-56 10-4 20 4 20 20l4 38zM18 4l4-42c2-14 14-22 24-16 10 4 16 20 16 40l-4 20z',
        '#1c1029',
      ) +
      circle(-24, -66, 15, '#1c1029') +
      circle(40, -66, 14, '#1c1029') +
      path('M-42-70q18-26 36 0l4 2h-44zM28-66q-6-22 12-22t18 22q6 14-2 24l-6-24z', '#1c1029') +
      stroke('M60-20L150 40', '#1c1029', 5),
  ) +
  times(26, (i) => {
    const x = i < 13 ? i * 11 - 10 : 460 + (i - 13) * 12;
    const h = 90 + die(0, 190);
    return (
      stroke(
        `M${n(x)} 900q${n(die(-10, 10))} ${n(-h / 2)} ${n(die(-26, 26))} ${n(-h)}`,
        '#160b22',
        n(die(3, 6)),
        'stroke-linecap="round"',
      ) + (die() < 0.4 ? ellipse(x + die(-14, 14), 900 - h, 5, 22, '#160b22') : '')
    );
  }) +
  text(300, 140, 'TWO IN A BOAT', 74, '#ffe9c9', { weight: 600, fit: 470 }) +
  text(300, 184, 'A SONG FOR THE EVENING', 25, '#ffd59a', { space: 7 });
