import { describe, expect, it } from 'vitest';
import { requireAccountName } from '../accounts/account-name.js';
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

  it.each([null, '', '   ', '\u0000\n', '\u200b\u3164', '\u0430da'])(
    '%j is no name: each has an ending',
    (suggested) => {
      expect(names(suggested)[0]).toBe('guest-000001');
      expect(names(suggested)).toHaveLength(20);
    },
  );

  it.each([
    ['  Mara  ', 'Mara'],
    ['Ma\u0000ra\r\n', 'Mara'],
    ['Ma\ud800ra', 'Mara'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['ada\u200b\u00ad', 'ada'],
    ['\u202e\u0430\u0434\u0430', '\u0430\u0434\u0430'],
  ])('%j becomes %j', (suggested, name) => {
    expect(names(suggested)[0]).toBe(name);
  });

  it('issue 43 A3: each can be the name of an account, whatever the other side calls the person', () => {
    const suggestions = [
      'ada',
      '\u0430da',
      '\u{1f469}\u200d\u{1f467}'.repeat(40),
      '\u5bb6\u65cf',
      '\u200b',
      'a\u200d',
      '\ufdfa'.repeat(80),
    ];
    for (const name of suggestions.flatMap((suggested) => names(suggested)))
      expect(() => requireAccountName(name, 'name')).not.toThrow();
  });

  it('fit with their ending, and no character is cut in two', () => {
    for (const suggested of ['a'.repeat(10_000), '\u{1f600}'.repeat(200), '\u00e4'.repeat(200)]) {
      for (const name of names(suggested)) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(names(suggested)[0]).not.toMatch(/\p{Cs}|\ufffd/u);
    }
  });
});
