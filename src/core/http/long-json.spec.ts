import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longJson } from './long-json.js';

const text = (value: unknown): string => Buffer.concat([...(longJson(value) ?? [])]).toString();

const long = fc
  .tuple(
    fc.array(fc.jsonValue({ depthSize: 'small' }), { minLength: 1, maxLength: 9 }),
    fc.integer({ min: 501, max: 1_700 }),
  )
  .map(([some, length]) => Array.from({ length }, (_, at) => some[at % some.length]));

describe('longJson', () => {
  it('comes to what JSON.stringify answers, for a list and for an object with long lists', () => {
    const plain = { noNullPrototype: true };
    const authors = fc.oneof(long, fc.constant(null));
    const total = fc.option(fc.nat(), { nil: undefined });
    const value = fc.oneof(
      long,
      fc.record({ titles: long, authors, total }, plain),
      fc.record({ total: fc.constant(undefined), 'a "name"': long, more: fc.jsonValue() }, plain),
    );
    fc.assert(
      fc.property(value, (one) => {
        expect(text(one)).toBe(JSON.stringify(one));
      }),
      { numRuns: 50 },
    );
  });

  it('writes some hundred elements in one go', () => {
    const pieces = [...(longJson({ titles: Array.from({ length: 2_000 }, () => 'x') }) ?? [])];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2_100);
  });

  it.each([null, 'text', 7, [], [1], {}, { titles: [1] }, new Date(0), new Map([[1, new Array(600)]]), undefined])(
    'leaves %o to be written as a whole',
    (value) => {
      expect(longJson(value)).toBeNull();
    },
  );
});
