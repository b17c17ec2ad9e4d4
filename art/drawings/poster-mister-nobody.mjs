import { at, circle, lin, path, rect, stars, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = (die) =>
  `<defs>${lin('bg', [
    [0, '#16305a'],
    [0.5, '#8a6aa0'],
    [1, '#f2b08a'],
  ])}</defs>` +
  rect(0, 0, 600, 900, 'url(#bg)') +
  stars(die, 24, 600, 220) +
  circle(300, 300, 170, '#ffe0b8', 'opacity=".5"') +
  path('M230 96h140v130H230zM190 218h220v24H190z', '#0e1018') +
  rect(230, 196, 140, 22, '#5b2430') +
  path('M236 240c0 90 24 150 64 150s64-60 64-150z', '#f1d6b8') +
  path('M228 268q72 18 144 0l-6 44q-34 10-52-14h-28q-18 24-52 14z', '#0e1018') +
  path('M246 288q18-12 34 0-16 12-34 0zM320 288q18-12 34 0-16 12-34 0z', '#fffaf0') +
  path('M300 380c-70 6-150 30-190 130L20 900h560L490 510c-40-100-120-124-190-130z', '#0e1018') +
  path('M262 386l38 70 38-70-38 14z', '#fffaf0') +
  path('M286 396h28l-8 20h-12z', '#0e1018') +
  path('M300 456l-30-50-40 20 70 180zM300 456l30-50 40 20-70 180z', '#242838') +
  at(
    430,
    560,
    path('M-20 0c20-30 50-20 60 10l10 80-60 20z', '#fffaf0') +
      stroke('M10-8L70-150', '#dfe6ee', 12, 'stroke-linecap="round"') +
      rect(-6, -20, 40, 12, '#b98a3c'),
  ) +
  times(13, (i) => {
    const x = -20 + i * 50;
    const h = 60 + ((i * 67) % 90);
    return (
      rect(x, 860 - h, 52, h + 60, i % 2 ? '#2b2440' : '#3a2f55') +
      path(`M${x} ${860 - h}l10-26h32l10 26z`, '#1d1830') +
      rect(x + 8, 846 - h - 30, 8, 26, '#1d1830') +
      (i % 3 ? rect(x + 20, 880 - h, 12, 18, '#ffd38a') : '')
    );
  }) +
  path('M470 860l20-220 20-60 20 60 20 220z', '#1d1830', 'opacity=".95"') +
  rect(0, 850, 600, 50, '#14101f') +
  text(300, 806, 'MR. NOBODY', 110, '#ffe0b8', {
    weight: 800,
    fit: 520,
    more: 'paint-order="stroke" stroke="#14101f" stroke-width="16" stroke-linejoin="round"',
  });
