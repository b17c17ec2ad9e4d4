import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { jsonSlices } from './json-slices.js';
import { legibleJson } from './legible-text.js';

/** All elements; null where the bytes are refused. */
function sliced(text: string, bytes: number): readonly unknown[] | null {
  try {
    return [...jsonSlices(Buffer.from(text), bytes)].flat();
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}

/** What JSON.parse makes of it, or of its legible form, if that is an array: managers write line breaks into texts. */
function whole(text: string): readonly unknown[] | null {
  const value = parse(text) ?? parse(legibleJson(text));
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Rows as managers write them, and others that end slices at a wrong place: in a list within them, or in a text. */
const row = fc.oneof(
  fc.record({ id: fc.nat(), title: fc.string() }),
  fc.record({ id: fc.nat(), parts: fc.array(fc.record({ id: fc.nat() }), { maxLength: 5 }) }),
  fc.constant({ id: 1, title: '},{"id":2,"title":"' }),
  fc.jsonValue({ depthSize: 'small' }),
);
const lists = fc.tuple(fc.array(row, { maxLength: 30 }), fc.constantFrom(undefined, 2, ' \r\n'));
const sizes = fc.integer({ min: 1, max: 200 });

describe('jsonSlices', () => {
  it('gives the elements of any list, for any size of a slice', () => {
    fc.assert(
      fc.property(lists, sizes, ([list, space], bytes) => {
        const text = JSON.stringify(list, null, space);
        expect(sliced(text, bytes)).toEqual(whole(text));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'[]{},:"\\ 0a')), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(lists, damage, sizes, ([list, space], places, bytes) => {
        const text = [...JSON.stringify(list, null, space)];
        for (const [place, sign] of places) text[place % text.length] = sign;
        expect(sliced(text.join(''), bytes)).toEqual(whole(text.join('')));
      }),
      { numRuns: 2_000 },
    );
  });

  it('security 31: searches no byte twice for the end of a slice, where nothing after the second element begins like it', () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ n, text: 'x'.repeat(40) }));
    const json = Buffer.from(JSON.stringify([{ first: 1 }, { first: 2 }, ...rows]));
    let searched = 0;
    const found = Buffer.prototype.lastIndexOf;
    const search = vi.spyOn(Buffer.prototype, 'lastIndexOf').mockImplementation(function (this: Buffer, ...given) {
      searched += this.length;
      return found.apply(this, given);
    });
    expect([...jsonSlices(json, 1_000)].flat()).toHaveLength(2_002);
    search.mockRestore();
    expect(searched).toBeGreaterThan(0);
    expect(searched).toBeLessThan(2 * json.length);
  });

  it.each(['[1] 2]', '[1],[2]', '[,1]', '[1,,2]', '[1,]', ']', '[', '', '[1', '{"a":[1]}'])('refuses %j', (text) => {
    for (const bytes of [1, 2, 100]) expect(sliced(text, bytes)).toBeNull();
  });

  it('takes slices of about the size that was asked for', () => {
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ({ id, parts: [{ id }] })));
    const counts = [...jsonSlices(Buffer.from(text), 1_000)].map(({ length }) => length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(50);
    expect(counts.length).toBeLessThanOrEqual(50);
  });
});
