import { circle, frame, path, rays, rect, ring, stroke, text, cloth } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () =>
  cloth('#1f3a34', '#142723') +
  frame(600, 900, '#d8b765', { inset: 46, width: 4 }) +
  stroke('M330 210L250 400h70l-50 150 140-210h-76l60-130z', '#d8b765', 5, 'stroke-linejoin="miter"') +
  path('M330 210L250 400h70l-50 150 140-210h-76l60-130z', '#d8b765', 'opacity=".9"') +
  ring(316, 380, 190, '#d8b765', 3) +
  ring(316, 380, 200, '#d8b765', 1.4) +
  rays(316, 380, 238, 48, '#d8b765', { share: 0.2, opacity: 0.7 }) +
  circle(316, 380, 186, '#1f3a34') +
  path('M340 236L262 410h66l-46 130 126-190h-72l56-114z', '#d8b765') +
  text(316, 690, 'THE SPARK', 58, '#e9cd84', { weight: 700, fit: 430 }) +
  text(316, 732, 'WHAT THE STORM LEFT BEHIND', 20, '#d8b765', { weight: 400, space: 3 }) +
  rect(276, 756, 80, 2.5, '#d8b765') +
  text(316, 808, 'MARA ELLWOOD', 28, '#e9cd84', { weight: 700, space: 6 });
