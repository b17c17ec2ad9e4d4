import { at, circle, ellipse, figure, lin, n, path, poly, rays, rect, ring, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#1e5a73'],
    [0.6, '#8ec3c4'],
    [1, '#e8f0e4'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  circle(430, 250, 96, '#f4b63f') +
  rays(430, 250, 420, 28, '#f9d57c', { share: 0.3, opacity: 0.5 }) +
  circle(430, 250, 96, '#f4b63f') +
  ring(430, 250, 112, '#f9d57c', 3) +
  poly(
    [
      [-40, 700],
      [140, 300],
      [330, 700],
    ],
    '#dbe9e6',
  ) +
  poly(
    [
      [140, 300],
      [180, 390],
      [150, 430],
      [176, 480],
      [130, 560],
      [150, 640],
      [20, 700],
      [-40, 700],
    ],
    '#a7cbcd',
  ) +
  poly(
    [
      [220, 720],
      [420, 400],
      [640, 720],
    ],
    '#c7dddb',
  ) +
  poly(
    [
      [420, 400],
      [440, 470],
      [404, 520],
      [436, 590],
      [380, 720],
      [220, 720],
    ],
    '#8fb9bf',
  ) +
  path('M0 640Q180 600 330 660L420 700L404 900H0z', '#fbfaf2') +
  path('M330 660l90 40-16 200h-60q20-120-14-240z', '#b9d3d3') +
  // The cabin over the edge.
  at(
    372,
    640,
    poly(
      [
        [-150, -10],
        [110, -10],
        [100, -140],
        [-140, -140],
      ],
      '#6b3a1f',
    ) +
      times(6, (i) => rect(-148 + i, -132 + i * 21, 256 - i, 4, '#40200f')) +
      poly(
        [
          [-176, -130],
          [-20, -226],
          [140, -130],
        ],
        '#fbfaf2',
      ) +
      poly(
        [
          [-176, -130],
          [-20, -226],
          [-20, -206],
          [-150, -124],
        ],
        '#d5e4e2',
      ) +
      rect(40, -248, 26, 60, '#40200f') +
      rect(-104, -100, 54, 92, '#2a140a') +
      rect(14, -104, 54, 46, '#ffd77a') +
      stroke('M41-104v46M14-81h54', '#40200f', 5),
    1,
    14,
  ) +
  times(60, () => circle(die(0, 600), die(30, 860), die(1.4, 4.2), '#fff', `opacity="${n(die(0.5, 0.95))}"`)) +
  figure(150, 806, 1.45, '#1b1512', { hat: 'round', cane: true }) +
  ellipse(156, 810, 60, 7, '#b9d3d3') +
  text(300, 134, 'THE TILTED HOUSE', 66, '#fff6dc', { weight: 600, fit: 510 }) +
  text(556, 866, 'A COMEDY IN DEEP SNOW', 22, '#1e5a73', { anchor: 'end', space: 5 });
