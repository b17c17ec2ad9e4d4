import { describe, expect, it } from 'vitest';
import { freeNames } from './free-names.js';

const names = (suggested: string | null): readonly string[] => {
  let drawn = 0;
  return [...freeNames(suggested, () => String((drawn += 1)).padStart(6, '0'))];
};

describe('doc3 §12.1: the names that a new account may have', () => {
  it('begin with the suggested one and go on with random endings, twenty in all', () => {
    expect(names('mara').slice(0, 3)).toEqual(['mara', 'mara-000001', 'mara-000002']);
    expect(new Set(names('mara')).size).toBe(20);
  });

  it.each([null, '', '   ', '\u0000\n'])('%j is no name: each has an ending', (suggested) => {
    expect(names(suggested)[0]).toBe('guest-000001');
    expect(names(suggested)).toHaveLength(20);
  });

  it.each([
    ['  Mara  ', 'Mara'],
    ['Ma\u0000ra\r\n', 'Mara'],
    ['Ma\ud800ra', 'Mara'],
    ['Zoe\u0308', 'Zo\u00eb'],
  ])('%j becomes %j', (suggested, name) => {
    expect(names(suggested)[0]).toBe(name);
  });

  it('fit with their ending, and no character is cut in two', () => {
    for (const suggested of ['a'.repeat(10_000), '\u{1f600}'.repeat(200), '\u00e4'.repeat(200)]) {
      for (const name of names(suggested)) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(names(suggested)[0]).not.toMatch(/\p{Cs}|\ufffd/u);
    }
  });
});
