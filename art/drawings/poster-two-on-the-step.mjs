import { at, circle, path, rect, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  rect(0, 0, 600, 900, '#c98a54') +
  times(15, (r) =>
    times(8, (c) =>
      rect(
        -40 + c * 88 + (r % 2) * 44,
        160 + r * 42,
        82,
        36,
        die() < 0.3 ? '#b06f3f' : die() < 0.5 ? '#bd7b48' : '#c4834d',
        'rx="2"',
      ),
    ),
  ) +
  circle(470, 330, 220, '#ffe9a8', 'opacity=".35"') +
  circle(470, 330, 130, '#fff1c0', 'opacity=".5"') +
  rect(464, 340, 12, 480, '#1f2a2c') +
  path('M440 350l10-70h40l10 70z', '#1f2a2c') +
  path('M452 344l8-58h20l8 58z', '#fff6cf') +
  rect(444, 262, 52, 18, '#1f2a2c') +
  rect(56, 250, 240, 560, '#24494a') +
  rect(76, 270, 200, 240, '#1b3839') +
  rect(76, 530, 200, 260, '#1b3839') +
  circle(264, 560, 9, '#e8b84b') +
  rect(20, 790, 560, 40, '#efe0bf') +
  rect(0, 830, 600, 70, '#7a4a2a') +
  rect(20, 790, 560, 7, '#fff6dc') +
  // Two on the step.
  at(
    232,
    792,
    circle(0, -212, 34, '#f0c79a') +
      path('M-52-232h104v9H-52zM-34-234a34 36 0 0 1 68 0z', '#1b1512') +
      path('M-12-196q12-8 24 0l-4 8h-16z', '#1b1512') +
      path('M-46-176q46-22 92 0 24 22 30 96l-22 6-14-40 6 76H-46l6-76-14 40-22-6q6-74 30-96z', '#1b1512') +
      path('M-40-46h120l26 14v34H64v-16h-104z', '#3b2a24') +
      path('M84-30h34q14 10 14 30H74z', '#1b1512') +
      stroke('M-70-60L-96 0', '#6b3a1f', 6, 'stroke-linecap="round"'),
  ) +
  at(
    384,
    792,
    circle(0, -146, 27, '#f3cfa6') +
      path('M-38-154q4-34 38-34 36 0 36 28l14 6-16 6H-34z', '#5d6b4a') +
      path('M-32-118q32-16 64 0 20 18 22 68l-20 6-8-24 4 32h-62l4-32-8 24-20-6q4-50 24-68z', '#6f4a3a') +
      path('M-30-40h92l22 12v28H44v-12h-74z', '#4a5a5c') +
      path('M62-24h28q12 8 12 24H54z', '#1b1512'),
  ) +
  text(300, 118, 'TWO ON THE STEP', 66, '#3b1c10', { weight: 800, fit: 430 }) +
  text(300, 876, 'A STORY OF NEXT DOOR', 24, '#efe0bf', { space: 5 });
