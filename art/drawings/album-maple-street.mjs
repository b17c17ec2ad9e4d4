import { at, path, rect, text, times } from '../shapes.mjs';

/** 600 by 600. */
export const draw = () =>
  rect(0, 0, 600, 600, '#f0e2c0') +
  rect(0, 0, 600, 600, '#c8462f', 'opacity=".08"') +
  times(3, (r) =>
    times(3, (c) =>
      at(
        110 + c * 190,
        150 + r * 140,
        path(
          'M0-66l14 30 26-14-6 34 34-4-16 26 20 16-34 14 2 20-32-8-4 42h-8l-4-42-32 8 2-20-34-14 20-16-16-26 34 4-6-34 26 14z',
          (r + c) % 3 === 0 ? '#c8462f' : (r + c) % 3 === 1 ? '#e39a3a' : '#7c3a26',
        ),
        1.05,
        ((r * 37 + c * 19) % 50) - 25,
      ),
    ),
  ) +
  rect(0, 470, 600, 130, '#2b1a12') +
  text(36, 538, 'Maple Street', 60, '#f0e2c0', { weight: 800, anchor: 'start' }) +
  text(38, 576, 'THE LANE TRIO', 22, '#e39a3a', { anchor: 'start', space: 8 });
