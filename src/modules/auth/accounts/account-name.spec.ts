import { describe, expect, it } from 'vitest';
import { requireAccountName } from './account-name.js';

describe('names of accounts', () => {
  it.each(['ana', ' ana ', 'Ána Müller', '家族', '👩‍👧', 'a'.repeat(255), '<b>', "Robert'); --"])(
    'doc3 §1.7: there is no format rule, %s is a name',
    (name) => {
      expect(() => requireAccountName(name, 'username')).not.toThrow();
    },
  );

  it.each(['a\u0000b', 'a\nb', 'a\u007f', '\u0085'])('a name with a control character is refused', (name) => {
    expect(() => requireAccountName(name, 'name')).toThrow('name must not contain control characters');
  });

  it.each([
    '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
    'Mia \u2764\ufe0f',
    '\u{1f1e9}\u{1f1ea}',
    '\u{1f44b}\u{1f3fd} ana 1\ufe0f\u20e3',
    '\u0430\u0434\u0430',
    '\u041c\u0430\u0448\u0430 2',
    '\u5c71\u7530\u3055\u304f\u3089\u30df\u30c1\u30fc Anna',
    '\u91d1\uc601\ud76c Kim',
    '\u674e\u3107\u3112\u02cb Li',
    '\u845b\u{e0100}\u57ce',
    '\u0627\u0645\u06cc\u0631\u200c\u062d\u0633\u06cc\u0646',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
    '\u13d7\u13ab',
    '\u039c\u03b1\u03c1\u03af\u03b1',
  ])('issue 43 A3: emoji and one script of any kind stay allowed: %j', (name) => {
    expect(() => requireAccountName(name, 'name')).not.toThrow();
  });

  it.each([
    'ada\u200b',
    'a\u200dda',
    'a\u00adda',
    '\u202eada',
    '\ufeffada',
    'ada\u{e0061}',
    '\u3164',
    '\u2800',
    'ada\ufe0f',
    '\ud800a',
    'ada\u{e0100}',
    '\u{1f469}\u200d',
    '\ue000',
  ])('issue 43 A3, RFC 8265: %j has what is not seen in it, and is refused', (name) => {
    expect(() => requireAccountName(name, 'name')).toThrow('name must not contain invisible characters');
  });

  it.each([
    '\u0430da',
    'ad\u03b1',
    '\u0430\u{1d41d}\u0430',
    'Anna \u0410\u043d\u043d\u0430',
    '\u13aada',
    '\u3042\uac00',
    '\u0561\u03b1',
  ])('issue 43 A3, UTS 39 §5.2: %j mixes scripts that are not written together, and is refused', (name) => {
    expect(() => requireAccountName(name, 'name')).toThrow('name must not mix scripts');
  });

  it.each(['', ' ', '\u3000 '])('%j is blank, and is refused', (name) => {
    expect(() => requireAccountName(name, 'username')).toThrow('username must not be blank');
  });

  it('security 31: a hostile name is refused within milliseconds', () => {
    const names = [
      `a${'\u0316\u0301'.repeat(200_000)}`,
      '\u{1f469}\u200d'.repeat(36),
      '\ufdfa'.repeat(85),
      'a\u0430'.repeat(85),
    ];
    const began = process.cpuUsage();
    for (const name of names) expect(() => requireAccountName(name, 'name')).toThrow();
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });

  it('a name of more than 255 bytes is refused', () => {
    expect(() => requireAccountName('ä'.repeat(128), 'username')).toThrow('username must be at most 255 bytes');
  });

  it('its length is that of the composed name, whichever keyboard it was typed on', () => {
    expect(() => requireAccountName('a\u0308'.repeat(127), 'username')).not.toThrow();
    expect(() => requireAccountName('a\u0308'.repeat(128), 'username')).toThrow('username must be at most 255 bytes');
  });
});
