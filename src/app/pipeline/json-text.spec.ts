import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isShallow, isWellFormed } from './json-text.js';

const bytes = (json: string): Uint8Array => Buffer.from(json);

/** The plain model: recurses through what was parsed. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...texts(member)]);
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

  it('is what a recursion through the parsed document says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 94, max: 100 }), (value, levels) => {
        const json = '['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels);
        expect(isShallow(bytes(json))).toBe(levels + depthOf(value) <= 100);
      }),
    );
  });
});

describe('texts that are no texts', () => {
  it.each([
    ['a high half alone', '"\\ud800"'],
    ['a low half alone', '"\\udc00"'],
    ['capital digits', '"\\uDBFF"'],
    ['two high halves', '"\\ud83d\\ud83d"'],
    ['the halves of a pair the wrong way round', '"\\ude00\\ud83d"'],
    ['a high half before another escape', '"\\ud83d\\n"'],
    ['a high half before a letter', '"\\ud83dx\\ude00"'],
    ['half of a pair after a whole one', '"\\ud83d\\ude00\\ude00"'],
    ['half of a pair behind an escaped backslash', '"\\\\\\ud800"'],
    ['half of a pair in the name of a member', '{"\\udfff":1}'],
    ['half of a pair deep inside', '{"a":[{"b":["x","\\ud800"]}]}'],
  ])('%s is found', (_, json) => {
    expect(texts(JSON.parse(json)).some((text) => /\p{Cs}/u.test(text))).toBe(true);
    expect(isWellFormed(bytes(json))).toBe(false);
  });

  it.each([
    ['a pair', '"\\ud83d\\ude00\\uD83D\\uDE00"'],
    ['a pair as it is', '"😀"'],
    ['an escaped backslash before what looks like half of a pair', '"\\\\ud800"'],
    ['the letters around the surrogates', '"\\ud7ff\\ue000\\uD000"'],
    ['no escape at all', '{"a":1}'],
  ])('%s is taken', (_, json) => {
    expect(isWellFormed(bytes(json))).toBe(true);
  });

  it('is what a look at each parsed text says', () => {
    const piece = fc.constantFrom(
      '\\ud800',
      '\\udfff',
      '\\uDBff',
      '\\udc00',
      '\\\\',
      '\\n',
      '\\u0041',
      'u',
      'd800',
      '😀',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (name, value) => {
        const json = `{"${name.join('')}":["${value.join('')}"]}`;
        expect(isWellFormed(bytes(json))).toBe(!texts(JSON.parse(json)).some((text) => /\p{Cs}/u.test(text)));
      }),
      { numRuns: 500 },
    );
  });
});
