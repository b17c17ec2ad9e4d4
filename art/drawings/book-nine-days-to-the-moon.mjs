import { at, circle, frame, path, ring, stars, stroke, text, times, cloth } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  cloth('#28406f', '#182849') +
  frame(600, 900, '#e6c67a', { inset: 46, width: 4 }) +
  stars(die, 50, 560, 560, '#e6c67a', 90) +
  circle(420, 240, 96, '#e6c67a') +
  circle(390, 214, 96, '#28406f') +
  at(
    280,
    440,
    path('M0-150c40 46 54 96 54 160v90h-108v-90c0-64 14-114 54-160z', '#e6c67a') +
      circle(0, -30, 24, '#28406f') +
      ring(0, -30, 12, '#e6c67a', 4) +
      path('M-54 60l-36 70h36zM54 60l36 70h-36z', '#e6c67a') +
      times(5, (i) => stroke(`M${-36 + i * 18} 112v${60 + (i % 2) * 36}`, '#e6c67a', 6, 'stroke-linecap="round"')),
    1,
    24,
  ) +
  text(316, 692, 'NINE DAYS', 48, '#e6c67a', { weight: 600, fit: 420 }) +
  text(316, 748, 'TO THE MOON', 48, '#e6c67a', { weight: 600, fit: 360 }) +
  text(316, 812, 'JULIEN AUBERT', 27, '#e6c67a', { weight: 400, space: 6 });
