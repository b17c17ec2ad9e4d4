/**
 * Shapes as SVG, which the drawings are made of. Every picture has dice of its own that are seeded with its name: the same name,
 * the same picture.
 */

/** Numbers between two others, always the same ones for a word. */
export const dice = (word) => {
  let a = [...word].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 2654435761) >>> 0, 1779033703);
  return (lo = 0, hi = 1) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return lo + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (hi - lo);
  };
};
/** As SVG writes it: to a tenth. */
export const n = (x) => Math.round(x * 10) / 10;
export const times = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join('');
export const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`;
export const circle = (x, y, r, fill, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ring = (x, y, r, stroke, w, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${w}" ${more}/>`;
export const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d, color, w, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${w}" ${more}/>`;
export const poly = (points, fill, more = '') =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`;
export const group = (inner, more = '') => `<g ${more}>${inner}</g>`;
export const at = (x, y, inner, scale = 1, turn = 0) =>
  `<g transform="translate(${n(x)} ${n(y)})${turn ? ` rotate(${turn})` : ''}${scale === 1 ? '' : ` scale(${scale})`}">${inner}</g>`;
/**
 * Words in the one face of these pictures; `fit` stretches them to a width, `stretch` is how wide the letters are made, in per cent.
 */
export const text = (
  x,
  y,
  words,
  size,
  fill,
  { weight = 760, space = 0, anchor = 'middle', more = '', fit, stretch = 100 } = {},
) =>
  `<text x="${n(x)}" y="${n(y)}" font-family="Bricolage Grotesque Variable" font-weight="${weight}" font-stretch="${stretch}%" font-size="${size}" letter-spacing="${space}" text-anchor="${anchor}" fill="${fill}" ${fit ? `textLength="${fit}" lengthAdjust="spacingAndGlyphs"` : ''} ${more}>${words}</text>`;
/** Wedges of light from one point. */
export const rays = (x, y, r, count, fill, { from = 0, to = 360, share = 0.5, opacity = 1 } = {}) => {
  const step = (to - from) / count;
  let d = '';
  for (let i = 0; i < count; i += 1) {
    const a = ((from + i * step) * Math.PI) / 180;
    const b = ((from + (i + share) * step) * Math.PI) / 180;
    d += `M${n(x)} ${n(y)}L${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))}L${n(x + r * Math.cos(b))} ${n(y + r * Math.sin(b))}Z`;
  }
  return path(d, fill, opacity === 1 ? '' : `opacity="${opacity}"`);
};
export const lin = (id, stops, { x1 = 0, y1 = 0, x2 = 0, y2 = 1 } = {}) =>
  `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`).join('')}</linearGradient>`;
export const rad = (id, stops, { cx = 0.5, cy = 0.5, r = 0.5 } = {}) =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`).join('')}</radialGradient>`;
export const stars = (die, count, w, h, fill = '#fff', top = 0, big = 1.8) =>
  times(count, () => circle(die(0, w), die(top, h), die(0.6, big), fill, `opacity="${n(die(0.35, 0.95))}"`));
/** A frame as the old printers drew it. */
export const frame = (w, h, color, { inset = 22, width = 2.5, second = true } = {}) =>
  `<rect x="${inset}" y="${inset}" width="${w - 2 * inset}" height="${h - 2 * inset}" fill="none" stroke="${color}" stroke-width="${width}"/>${second ? `<rect x="${inset + 7}" y="${inset + 7}" width="${w - 2 * inset - 14}" height="${h - 2 * inset - 14}" fill="none" stroke="${color}" stroke-width="${width * 0.45}"/>` : ''}`;
/** Layers of hills, from far to near. */
export const ridge = (die, w, y, amp, steps, fill, bottom) => {
  let d = `M0 ${n(bottom)}L0 ${n(y)}`;
  for (let i = 1; i <= steps; i += 1) d += `L${n((i * w) / steps)} ${n(y + die(-amp, amp))}`;
  return path(`${d}L${w} ${n(bottom)}Z`, fill);
};
/** Towers side by side with lit windows. */
export const skyline = (
  die,
  x0,
  x1,
  base,
  low,
  high,
  fill,
  lit,
  { min = 26, max = 60, chance = 0.35, window = 5 } = {},
) => {
  let out = '';
  let x = x0;
  while (x < x1) {
    const w = die(min, max);
    const h = die(low, high);
    out += rect(x, base - h, w + 1, h, fill);
    if (die() > 0.55) out += rect(x + w * 0.3, base - h - h * 0.12, w * 0.4, h * 0.12 + 1, fill);
    if (lit) {
      for (let wy = base - h + 10; wy < base - 8; wy += window * 2.6)
        for (let wx = x + 6; wx < x + w - window; wx += window * 2.1)
          if (die() < chance) out += rect(wx, wy, window, window * 1.35, lit, `opacity="${n(die(0.4, 1))}"`);
    }
    x += w;
  }
  return out;
};
/** A cloud in the manner of the time: scallops on a flat base. */
export const cloud = (x, y, s, fill, line) => {
  const d = 'M-90 0a34 34 0 0 1 18-56a46 46 0 0 1 82-16a38 38 0 0 1 62 22a26 26 0 0 1 12 50Z';
  return at(
    x,
    y,
    path(d, fill) +
      (line
        ? stroke(
            'M-60-10a22 22 0 0 1 40-16M-10-30a26 26 0 0 1 46-4M40-14a18 18 0 0 1 28-4',
            line,
            4,
            'stroke-linecap="round"',
          )
        : ''),
    s,
  );
};
/** Somebody small, standing, in a coat. */
export const figure = (x, y, s, fill, { hat = 'round', cane = false, arm = 0 } = {}) =>
  at(
    x,
    y,
    circle(0, -92, 11, fill) +
      (hat === 'round'
        ? path('M-17-98h34v4h-34zM-11-98a11 13 0 0 1 22 0z', fill)
        : hat === 'top'
          ? path('M-16-98h32v4h-32zM-11-124h22v27h-22z', fill)
          : hat === 'flat'
            ? path('M-15-98h30v5h-30zM-11-106h22v9h-22z', fill)
            : '') +
      path('M-13-80h26l9 46h-7l-3-18 5 52h-13l-4-34-4 34h-13l5-52-3 18h-7z', fill) +
      (arm ? stroke(`M10-74L${arm} -100`, fill, 7, 'stroke-linecap="round"') : '') +
      (cane ? stroke('M20-34L34 0', fill, 3, 'stroke-linecap="round"') : ''),
    s,
  );
export const vignette = (w, h, id = 'vg', strength = 0.45) =>
  `<radialGradient id="${id}" cx=".5" cy=".45" r=".8"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${strength}"/></radialGradient><rect width="${w}" height="${h}" fill="url(#${id})"/>`;
export const svg = (w, h, inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${inner}</svg>\n`;
/** The cloth that a book is bound in, with its spine. */
export const cloth = (light, dark) =>
  `<defs>${lin(
    'c',
    [
      [0, dark],
      [0.08, light],
      [0.5, light],
      [1, dark],
    ],
    { x2: 1, y2: 0 },
  )}</defs>` +
  rect(0, 0, 600, 900, 'url(#c)') +
  rect(0, 0, 34, 900, '#000', 'opacity=".18"') +
  rect(34, 0, 4, 900, '#fff', 'opacity=".08"');
