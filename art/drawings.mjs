/** Every picture as SVG, by its name. */
import { readdir } from 'node:fs/promises';
import { portraits } from './portraits.mjs';
import { dice, svg } from './shapes.mjs';

/** As they are drawn, in the units of their drawings; as they are kept, in pixels; and the most that one may weigh, in bytes. */
export const KINDS = {
  poster: { drawn: [600, 900], kept: [500, 750], limit: 40_000 },
  backdrop: { drawn: [1600, 900], kept: [1280, 720], limit: 40_000 },
  portrait: { drawn: [400, 500], kept: [240, 300], limit: 16_000 },
  album: { drawn: [600, 600], kept: [500, 500], limit: 40_000 },
  book: { drawn: [600, 900], kept: [400, 600], limit: 40_000 },
};

/** @returns by the name of each picture, `poster-varn-express`: its kind, and what it looks like as SVG */
export async function drawings() {
  const folder = new URL('drawings/', import.meta.url);
  const files = (await readdir(folder)).sort();
  const drawn = await Promise.all(files.map((file) => drawing(folder, file.replace('.mjs', ''))));
  const people = Object.entries(portraits).map(([name, draw]) => [
    `portrait-${name}`,
    { kind: 'portrait', svg: draw() },
  ]);
  return new Map([...drawn, ...people]);
}

async function drawing(folder, name) {
  const { draw } = await import(new URL(`${name}.mjs`, folder).href);
  const [kind] = name.split('-');
  return [name, { kind, svg: svg(...KINDS[kind].drawn, draw(dice(name))) }];
}
