import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Drawings {
  readonly KINDS: Readonly<Record<string, { readonly limit: number }>>;
  drawings(): Promise<ReadonlyMap<string, { readonly kind: string; readonly svg: string }>>;
}

/** Scripts are plain Node, without types. */
const SCRIPT: string = '../../art/drawings.mjs';
const { KINDS, drawings } = (await import(SCRIPT)) as Drawings;

const folder = fileURLToPath(new URL('../../art/pictures/', import.meta.url));
const bytesOf = (name: string): number => statSync(`${folder}${name}.webp`).size;

const MOST_IN_ALL = 1_500_000;

describe('issue 46: the pictures of titles that don’t exist', () => {
  it('are drawn the same each time, with no number missing', async () => {
    const drawn = await drawings();
    expect(await drawings()).toEqual(drawn);
    const broken = [...drawn].filter(([, { svg }]) => /NaN|undefined|\[object/.test(svg));
    expect(broken.map(([name]) => name)).toEqual([]);
  });

  it('are all there, and light', async () => {
    const drawn = await drawings();
    expect(readdirSync(folder).sort()).toEqual([...drawn.keys()].map((name) => `${name}.webp`).sort());
    const heavy = [...drawn].filter(([name, { kind }]) => bytesOf(name) > (KINDS[kind]?.limit ?? 0));
    expect(heavy.map(([name]) => name)).toEqual([]);
    expect([...drawn.keys()].reduce((sum, name) => sum + bytesOf(name), 0)).toBeLessThan(MOST_IN_ALL);
  });
});
