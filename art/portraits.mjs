import { circle, dice, ellipse, lin, n, path, rad, rect, ring, stroke, svg, times } from './shapes.mjs';

/** Portraits, 400 by 500, of nobody: one ground, two tones of skin, a hat or hair, a collar. */
const GROUNDS = {
  teal: ['#1f5a5c', '#0d2b30'],
  plum: ['#5b2a4c', '#28101f'],
  ochre: ['#c58a2f', '#6e4310'],
  rust: ['#a8452c', '#4f1a10'],
  navy: ['#2b4a78', '#101f38'],
  olive: ['#6b7438', '#2c3112'],
  slate: ['#5d6f7a', '#26323a'],
  rose: ['#c0706c', '#5e2727'],
};
const SKIN = {
  a: ['#f1d3b3', '#cf9f78'],
  b: ['#e3b68c', '#b47f55'],
  c: ['#a8714a', '#75482b'],
  d: ['#7a4b2f', '#4d2b19'],
};
const people = {
  'berta-holm': { ground: 'teal', skin: 'a', hair: 'bob', hairColor: '#20130e', lips: '#a33a3a', collar: 'v' },
  'gus-frohn': { ground: 'ochre', skin: 'a', hair: 'side', hairColor: '#5a3a1c', collar: 'tie' },
  'alfons-abendroth': { ground: 'slate', skin: 'a', hair: 'bald', hairColor: '#7d7a74', beard: true, collar: 'wing' },
  'rufus-klee': { ground: 'plum', skin: 'a', hair: 'wild', hairColor: '#e6ddcc', brows: '#8a8478', collar: 'coat' },
  'friedrich-lenk': { ground: 'navy', skin: 'b', hair: 'slick', hairColor: '#1c1512', monocle: true, collar: 'tie' },
  'thora-harding': { ground: 'rose', skin: 'a', hair: 'bun', hairColor: '#4a2413', lips: '#8f2a2a', collar: 'pearls' },
  'theo-lund': { ground: 'olive', skin: 'b', hair: 'cap', hairColor: '#2b2620', collar: 'coat', moustache: '#2b2620' },
  'musa-dorn': { ground: 'plum', skin: 'a', hair: 'hood', hairColor: '#0d0a12', lips: '#b3202a', collar: 'high' },
  'edgar-mathis': {
    ground: 'teal',
    skin: 'b',
    hair: 'fedora',
    hairColor: '#22262e',
    collar: 'tie',
    moustache: '#1c1512',
  },
  'marcel-lorne': {
    ground: 'rust',
    skin: 'b',
    hair: 'boater',
    hairColor: '#e9d9b2',
    collar: 'bow',
    moustache: '#3a2214',
  },
  'paul-obi': { ground: 'navy', skin: 'd', hair: 'short', hairColor: '#14100d', collar: 'tie' },
  'anna-sterling': { ground: 'ochre', skin: 'c', hair: 'cloche', hairColor: '#7a2a3a', lips: '#8f2a2a', collar: 'v' },
};
const HAIR = {
  bob: (c) =>
    path(
      'M84 250c-20-120 30-176 116-176s136 56 116 176c-4 34-16 56-30 66-6-60-2-110-14-140-50 10-100 8-144-2-12 30-10 84-14 142-16-10-26-32-30-66z',
      c,
    ),
  side: (c) =>
    path('M104 190c-10-80 40-116 96-116s106 36 96 116c-8-20-14-34-22-44-40 0-90-8-118-34-8 26-34 40-52 78z', c),
  slick: (c) =>
    path('M106 180c-8-76 36-112 94-112s102 36 94 112c-8-24-22-44-34-52-30-14-90-14-120 0-12 8-26 28-34 52z', c),
  bald: (c) => path('M100 220c-8-24-6-50 4-66 4 30 6 44 10 60zM300 220c8-24 6-50-4-66-4 30-6 44-10 60z', c),
  wild: (c) =>
    path(
      'M96 236c-40-20-30-60-14-66-16-30 8-60 26-58 0-30 34-50 56-38 16-24 56-24 72 0 22-12 56 8 56 38 18-2 42 28 26 58 16 6 26 46-14 66-4-40-10-70-26-90-40 14-116 14-156 0-16 20-22 50-26 90z',
      c,
    ),
  bun: (c) =>
    circle(200, 66, 44, c) +
    path('M96 220c-14-96 36-140 104-140s118 44 104 140c-8-40-24-70-54-86-30 18-70 18-100 0-30 16-46 46-54 86z', c),
  short: (c) =>
    path('M104 184c-6-80 40-112 96-112s102 32 96 112c-6-14-10-30-14-44-40-12-124-12-164 0-4 14-8 30-14 44z', c),
  cap: (c) =>
    path('M88 168c0-64 50-100 116-100s112 40 108 96l40 10q6 14-10 18-120-34-240 0-14-8-14-24z', c) +
    rect(92, 156, 220, 12, '#000', 'opacity=".25"'),
  hood: (c) =>
    path(
      'M70 520V240C66 120 120 56 200 56s134 64 130 184v280h-42C300 440 308 380 302 266 298 190 262 148 200 148S102 190 98 266C92 380 100 440 112 520z',
      c,
    ),
  fedora: (c) =>
    path('M40 168q60-30 80-40 6-70 20-86 20-18 60-6 40-12 60 6 14 16 20 86 20 10 80 40-60 26-160 26T40 168z', c) +
    path('M119 126q80 22 162 0l2 26q-84 20-166 0z', '#000', 'opacity=".45"'),
  boater: (c) =>
    ellipse(200, 142, 136, 22, c) +
    path('M122 138V84q78-20 156 0v54q-78 18-156 0z', c) +
    path('M122 112q78 18 156 0v26q-78 18-156 0z', '#a33a3a'),
  cloche: (c) =>
    path('M86 230C70 110 130 58 200 58s130 52 114 172c-6 6-14 4-18-4-50-36-140-36-192 0-4 8-12 10-18 4z', c) +
    path('M88 200q112-52 224 0l2 18q-114-50-228 0z', '#f0cf8a'),
};
const COLLAR = {
  v: () => path('M60 500c6-70 60-96 104-104l36 70 36-70c44 8 98 34 104 104z', '#17130f'),
  tie: () =>
    path('M40 500c6-76 62-100 116-110l44 60 44-60c54 10 110 34 116 110z', '#17171c') +
    path('M158 388l42 64 42-64 18 14-44 98h-32l-44-98z', '#f4ede0') +
    path('M188 446h24l8 54h-40z', '#8f2a2a'),
  wing: () =>
    path('M40 500c6-76 62-100 116-110l44 60 44-60c54 10 110 34 116 110z', '#1b1a1f') +
    path('M156 386l44 70 44-70 16 16-30 98h-60l-30-98z', '#f4ede0') +
    path('M176 446l24 12 24-12v24l-24-10-24 10z', '#17130f'),
  coat: () =>
    path('M30 500c6-80 66-104 122-112l48 50 48-50c56 8 116 32 122 112z', '#2b2622') +
    path('M152 388l48 50 48-50 20 20-40 92h-56l-40-92z', '#443c34'),
  pearls: () =>
    path('M56 500c10-60 60-84 108-92q36 34 72 0c48 8 98 32 108 92z', '#3a1422') +
    times(9, (i) => circle(150 + i * 12.5, 408 + Math.sin((i * Math.PI) / 8) * 28, 7, '#f6efe0')),
  high: () => path('M56 500c8-70 60-90 100-96l-4-40h96l-4 40c40 6 92 26 100 96z', '#0d0a12'),
  bow: () =>
    path('M40 500c6-76 62-100 116-110l44 60 44-60c54 10 110 34 116 110z', '#5b2418') +
    path('M158 388l42 54 42-54 18 18-36 94h-48l-36-94z', '#f4ede0') +
    path('M200 440l-42-20v40zM200 440l42-20v40z', '#17130f') +
    circle(200, 440, 9, '#17130f'),
};
export const portraits = Object.fromEntries(
  Object.entries(people).map(([id, p]) => [
    id,
    () => {
      const die = dice(`portrait ${id}`);
      const [g, d] = GROUNDS[p.ground];
      const [s, sh] = SKIN[p.skin];
      const brow =
        p.brows ?? (['hood', 'cap', 'fedora', 'boater', 'cloche'].includes(p.hair) ? '#2b1c12' : p.hairColor);
      return svg(
        400,
        500,
        `<defs>${rad(
          'g',
          [
            [0, g],
            [1, d],
          ],
          { cx: 0.62, cy: 0.36, r: 0.8 },
        )}${lin(
          's',
          [
            [0, s],
            [0.52, s],
            [0.52, sh],
            [1, sh],
          ],
          { x2: 1, y2: 0 },
        )}</defs>` +
          rect(0, 0, 400, 500, 'url(#g)') +
          circle(n(die(210, 280)), n(die(180, 240)), 170, '#fff', 'opacity=".06"') +
          ring(240, 210, n(die(176, 206)), '#fff', 1.5, 'opacity=".14"') +
          path('M158 340h84v90q-42 70-84 0z', sh) +
          COLLAR[p.collar]() +
          (p.hair === 'hood' ? '' : ellipse(104, 236, 15, 26, s) + ellipse(296, 236, 15, 26, sh)) +
          path(
            'M200 96c-66 0-98 46-98 112 0 40 6 76 22 104 18 32 44 58 76 58s58-26 76-58c16-28 22-64 22-104 0-66-32-112-98-112z',
            'url(#s)',
          ) +
          stroke('M130 208q22-16 46-4M224 204q24-12 46 4', brow, 8, 'stroke-linecap="round"') +
          path('M134 232q20-16 42 2-20 12-42-2zM224 234q22-18 42-2-22 14-42 2z', '#fffaf2') +
          circle(157, 231, 8, '#2b1c14') +
          circle(245, 231, 8, '#2b1c14') +
          stroke('M132 228q22-18 46 2M222 230q24-20 46-2', '#2b1c14', 3.4, 'stroke-linecap="round"') +
          path('M200 232l-14 52q6 8 14 8z', sh, 'opacity=".9"') +
          (p.lips
            ? path('M172 322q14-12 28-4 14-8 28 4-12 18-28 18t-28-18z', p.lips)
            : stroke('M174 324q26 12 52 0', '#6b2f22', 6, 'stroke-linecap="round"')) +
          (p.moustache ? path('M166 306q20-16 34-4 14-12 34 4-18 12-34 4-16 8-34-4z', p.moustache) : '') +
          (p.beard
            ? path(
                'M112 280c0 70 40 116 88 116s88-46 88-116c-14 20-40 20-52 18-20-12-52-12-72 0-12 2-38 2-52-18z',
                p.hairColor,
              ) + path('M170 318q30 16 60 0-8 18-30 18t-30-18z', '#6b2f22')
            : '') +
          HAIR[p.hair](p.hairColor) +
          (p.monocle ? ring(245, 232, 30, '#e9c33c', 5) + stroke('M270 250q20 60 10 140', '#e9c33c', 2) : ''),
      );
    },
  ]),
);
