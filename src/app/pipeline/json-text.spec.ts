import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isShallow } from './json-text.js';

const bytes = (json: string): Uint8Array => Buffer.from(json);

/** The plain model: walks what was parsed. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('how deep a JSON document is', () => {
  const lists = (depth: number, inside = ''): string => '['.repeat(depth) + inside + ']'.repeat(depth);
  const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it('security 31: a hundred levels are taken, one more is not, of lists, of objects and of both', () => {
    for (const nested of [lists, objects]) {
      expect(isShallow(bytes(nested(100)))).toBe(true);
      expect(isShallow(bytes(nested(101)))).toBe(false);
    }
    expect(isShallow(bytes(`{"a":${lists(99)}}`))).toBe(true);
    expect(isShallow(bytes(`{"a":${lists(100)}}`))).toBe(false);
  });

  it('brackets in texts don’t count, whatever is escaped before them', () => {
    for (const text of ['['.repeat(500), '\\"['.repeat(500), `\\\\"${']'.repeat(500)}`, `\\u005b${'{'.repeat(500)}`])
      expect(isShallow(Buffer.from(JSON.stringify({ [text]: text })))).toBe(true);
    expect(isShallow(bytes(`["\\\\",${lists(100)}]`))).toBe(false);
  });

  it('many lists beside each other are as deep as one', () => {
    expect(isShallow(bytes(`[${Array(1_000).fill('[]').join(',')}]`))).toBe(true);
  });

  it('is what a walk over the parsed document says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 94, max: 100 }), (value, levels) => {
        const json = '['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels);
        expect(isShallow(bytes(json))).toBe(levels + depthOf(value) <= 100);
      }),
    );
  });
});
