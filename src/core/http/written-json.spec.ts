import { describe, expect, it } from 'vitest';
import { WrittenJson } from './written-json.js';

const LONG = Array.from({ length: 12_000 }, (_, number) => ({ number, title: `Bücher ${number}` }));

describe('WrittenJson', () => {
  it.each([
    ['a short value', { titles: [] }, 1],
    ['a long list, in chunks of some hundred kilobytes', { titles: LONG, authors: null }, 3],
  ])('is what JSON.stringify makes of it, with its length in bytes: %s', async (_, value, count) => {
    const json = await WrittenJson.of(value);
    const pieces = [...((json.chunks ?? []) as readonly Buffer[])];
    const text = JSON.stringify(value);
    expect(Buffer.concat(pieces).toString('utf8')).toBe(text);
    expect(json.size).toBe(Buffer.byteLength(text));
    expect(pieces).toHaveLength(count);
  });
});
