import { at, circle, frame, path, stroke, text, cloth } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () =>
  cloth('#b8463c', '#8a2f28') +
  frame(600, 900, '#f7dfa8', { inset: 46, width: 4 }) +
  circle(316, 400, 196, '#f7dfa8') +
  circle(316, 400, 182, '#b8463c') +
  at(
    316,
    420,
    path(
      'M-60 90c-20-60 0-110 30-120-24-60-30-130-10-150 22-10 36 50 40 130 4-80 18-140 40-130 20 20 14 90-10 150 30 10 50 60 30 120-20 40-100 40-120 0z',
      '#f7dfa8',
    ) +
      circle(-22, 20, 9, '#b8463c') +
      circle(22, 20, 9, '#b8463c') +
      path('M-8 52h16l-8 12z', '#b8463c') +
      stroke('M0 64v14M-70 50h40M-70 66l40-6M70 50H30M70 66l-40-6', '#b8463c', 4),
  ) +
  text(316, 690, 'THE RABBIT HOUR', 40, '#f7dfa8', { weight: 700, fit: 420 }) +
  text(316, 738, 'AND OTHER HOURS', 40, '#f7dfa8', { weight: 700, fit: 340 }) +
  text(316, 806, 'LEWIN CARR', 26, '#f7dfa8', { weight: 400, space: 7 });
