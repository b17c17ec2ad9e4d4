import { circle, lin, path, rad, rect, stroke, text, times } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () => {
  const ink = '#07110f';
  return (
    `<defs>${lin('bg', [
      [0, '#0c2220'],
      [0.55, '#2f6153'],
      [1, '#0a1615'],
    ])}${rad('m', [
      [0, '#f6f1d0'],
      [0.75, '#e3dcae'],
      [1, '#b9b98a'],
    ])}</defs>` +
    rect(0, 0, 600, 900, 'url(#bg)') +
    circle(348, 330, 330, '#5d8b74', 'opacity=".25"') +
    circle(348, 330, 262, '#8fae8d', 'opacity=".28"') +
    circle(348, 330, 206, 'url(#m)') +
    circle(290, 280, 26, '#cfcb9b', 'opacity=".6"') +
    circle(410, 400, 38, '#cfcb9b', 'opacity=".5"') +
    circle(420, 250, 16, '#cfcb9b', 'opacity=".6"') +
    // The stair.
    path(`M0 900V800${times(9, () => `h66v-34`)}H600V900z`, '#050c0b') +
    times(9, (i) => rect(66 * (i + 1) - 66, 800 - 34 * i, 66, 4, '#3f7562', 'opacity=".7"')) +
    times(12, (i) => rect(20 + i * 50, 700 - i * 25.5, 5, 100, '#050c0b')) +
    stroke('M0 708L600 400', '#050c0b', 12) +
    // The count: head, hunched shoulders, coat.
    path(
      'M318 232c-2-40 20-66 48-66s50 26 48 66c16-14 26-6 22 12-3 14-12 20-22 20-2 22-8 40-20 52 40 10 62 40 70 96l20 240-6 248H258l-2-250 12-236c6-54 32-90 74-98-12-12-20-30-22-52-10 0-20-6-24-20-4-18 8-26 22-12z',
      ink,
    ) +
    path('M346 226c6-6 14-6 18 0-4 8-14 8-18 0zM374 226c4-6 12-6 18 0-4 8-14 8-18 0z', '#f6f1d0') +
    circle(356, 226, 3, ink) +
    circle(382, 226, 3, ink) +
    path('M362 276l5 16 5-16zM374 276l4 16 4-16z', '#f6f1d0') +
    // Arms and claws.
    path(
      'M292 372c-50 10-92 34-128 96l-24 56 34-30 60-52 66-14zM430 372c46 26 66 62 72 120l2 60-26-40-30-52-34-30z',
      ink,
    ) +
    times(5, (i) =>
      stroke(
        `M${166 - i * 4} ${486 + i * 7}q${-42 + i * 6} ${14 + i * 8} ${-52 + i * 12} ${84 + i * 14}`,
        ink,
        9 - i * 0.6,
        'stroke-linecap="round"',
      ),
    ) +
    times(5, (i) =>
      stroke(
        `M${490 + i * 4} ${520 + i * 4}q${20 - i * 10} ${30 + i * 6} ${8 - i * 12} ${90 - i * 4}`,
        ink,
        9 - i * 0.6,
        'stroke-linecap="round"',
      ),
    ) +
    `<linearGradient id="fd" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#040908" stop-opacity="0"/><stop offset=".7" stop-color="#040908"/></linearGradient>` +
    rect(0, 600, 600, 300, 'url(#fd)') +
    text(300, 812, 'THE GUEST', 88, '#e9e3b4', { weight: 700, fit: 500 }) +
    text(300, 852, 'ON THE STAIRS', 24, '#a9bd9a', { weight: 400, space: 7 })
  );
};
