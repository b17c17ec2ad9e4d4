import { at, circle, frame, n, path, rect, ring, text, times, cloth } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () =>
  cloth('#7a2a1e', '#521a12') +
  frame(600, 900, '#f0cf8a', { inset: 46, width: 3, second: false }) +
  at(
    316,
    390,
    times(9, (i) =>
      ring(
        0,
        0,
        40 + i * 21,
        '#f0cf8a',
        n(4 - i * 0.3),
        `stroke-dasharray="${18 + i * 22} ${8 + i * 5}" transform="rotate(${i * 37})"`,
      ),
    ) +
      times(12, (i) => `<g transform="rotate(${i * 30})">${rect(-3, -214, 6, i % 3 ? 18 : 34, '#f0cf8a')}</g>`) +
      path('M-6 10L0-150 6 10z', '#f0cf8a') +
      path('M-10-6l130 60-126-44z', '#f0cf8a') +
      circle(0, 0, 16, '#f0cf8a'),
  ) +
  text(316, 700, 'THE SLOW', 64, '#f0cf8a', { fit: 340 }) +
  text(316, 764, 'CLOCK', 64, '#f0cf8a', { fit: 340 }) +
  text(316, 824, 'E. R. WINTER', 26, '#f0cf8a', { space: 8 });
