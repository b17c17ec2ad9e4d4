import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose, foldedName, formsOf, looksOf, nameKey } from './name-key.js';

const key = (name: string): string => nameKey(name, 255);

describe('issue 43 A3: what names have in common that people take for one name', () => {
  it.each([
    ['Ada', 'ada'],
    ['ADA', 'ada'],
    [' ada\u3000', 'ada'],
    ['ada\u200b', 'ada'],
    ['a\u00adda', 'ada'],
    ['\uff21\uff44\uff41', 'ada'],
    ['\u{1d41a}da', 'ada'],
    ['Anna  Maria', 'anna maria'],
    ['Anna\u00a0Maria', 'anna maria'],
    ['Stra\u00dfe', 'STRASSE'],
    ['STRA\u1e9eE', 'strasse'],
    ['\u039f\u03b4\u03c5\u03c3\u03c3\u03b5\u03c5\u03c2', '\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3'],
    ['Rene\u0301e', 'REN\u00c9E'],
    ['\u2764\ufe0f', '\u2764'],
  ])('%j and %j are one', (one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each([
    ['\u0430\u0501\u0430', 'ada'],
    ['\u0430da', 'ada'],
    ['\u0441\u043e\u0441\u043e', 'coco'],
    ['\u0451', '\u00eb'],
    ['\u03bf\u03bf', 'oo'],
  ])('UTS 39 §4: %j looks like %j, and is one with it', (one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each([
    ['\u0430\u0434\u0430', 'ada'],
    ['ana', 'an\u00e1'],
    ['ada', 'ada1'],
    ['anna maria', 'annamaria'],
    ['\u5bb6\u65cf', '\u5bb6'],
  ])('%j and %j are two', (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  // The keys are stored, and names are found by them. Whoever changes one here writes a migration that makes all keys anew.
  it.each([
    ['Ada', 'ada'],
    ['  Anna\u00a0 Maria ', 'anna maria'],
    ['Stra\u00dfe', 'strasse'],
    ['Rene\u0301e', 'ren\u00e9e'],
    ['\u0130pek', 'i\u0307pek'],
    ['\uff21\uff44\uff41', 'ada'],
    ['ada\u200b', 'ada'],
    ['\ufb01ona', 'fiona'],
    ['\u0430\u0501\u0430', 'ada'],
    ['\u0418\u0432\u0430\u043d', '\u0438\u0432a\u043d'],
    ['\u039f\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03c2', 'o\u03b4u\u03c3\u03c3\u03b5\u00fa\u03c2'],
    ['\u5bb6\u65cf', '\u5bb6\u65cf'],
    ['\u2764\ufe0f', '\u2764'],
    ['ADA_1.x-y@home', 'ada_1.x-y@home'],
  ])('%j has the key %j, as in databases that are there', (name, stored) => {
    expect(key(name)).toBe(stored);
  });

  it('security 31: what is longer than any name has itself for its key, and costs nothing', () => {
    for (const long of [`a${'\u0316\u0301'.repeat(4_000)}`, 'A'.repeat(256), '\ufdfa'.repeat(85)]) {
      expect(key(long)).toBe(long);
      expect(foldedName(long, 255)).toBeNull();
    }
    expect(Buffer.byteLength(key('\u0130'.repeat(127)))).toBeLessThanOrEqual(255);
  });
});

describe('issue 43 A3, UTS 39 §4: names that are drawn alike', () => {
  const areAlike = (one: string, other: string): boolean =>
    looksOf(one, 255).some((look) => looksOf(other, 255).includes(look));

  it.each([
    ['Cyrillic capitals', '\u0422\u041e\u041c', 'TOM'],
    ['Cyrillic capitals and a small name', '\u0405\u0421\u041e\u0422', 'scot'],
    ['Greek capitals', '\u03a4\u0399\u039d\u0391', 'Tina'],
    ['Greek and Cyrillic', '\u03a4\u039f\u039c', '\u0422\u041e\u041c'],
    ['Lisu', '\ua4ee\ua4d3\ua4ee', 'ada'],
    ['Cherokee', '\u13aa\u13a0\u13aa', 'ADA'],
    ['letters of Latin itself', '\u0251d\u0251', 'ada'],
    ['one key', 'Ada', 'ADA'],
  ])('%s: %j and %j', (_, one, other) => {
    expect(areAlike(one, other)).toBe(true);
    expect(areAlike(other, one)).toBe(true);
  });

  it.each([
    ['\u0442\u043e\u043c', 'TOM'],
    ['\u0418\u0432\u0430\u043d', 'Ivan'],
    ['ana', 'ava'],
    ['Anna', 'Hanna'],
  ])('%j and %j are not', (one, other) => {
    expect(areAlike(one, other)).toBe(false);
  });

  it('security 31: what is longer than any name is looked at once', () => {
    expect(looksOf('\u0422'.repeat(8_000), 255)).toHaveLength(1);
  });
});

describe('a text in one form', () => {
  it('is the same, whichever keyboard it was typed on', () => {
    for (const [typed, same] of [
      ['e\u0301', '\u00e9'],
      ['\u1112\u1161\u11ab', '\ud55c'],
      ['u\u0308\u0304', '\u01d6'],
      ['A\u030a', '\u00c5'],
      ['\u212b', '\u00c5'],
    ] as const) {
      expect(compose(typed, 255)).toBe(same);
      expect(compose(same, 255)).toBe(same);
    }
  });

  it('keeps apart what looks alike and is another text: case, blanks, ligatures and wide letters', () => {
    for (const text of ['Ana', 'ana', ' ana ', '\ufb01', 'fi', '\uff21', 'A']) expect(compose(text, 255)).toBe(text);
  });

  it('is found for all that fits composed, and one that can’t fit in any form stays as it came', () => {
    const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(character, (text) => {
        const [whole, apart] = [text.normalize('NFC'), text.normalize('NFD')];
        expect(compose(apart, Buffer.byteLength(whole))).toBe(whole);
      }),
    );
    const long = 'e\u0301'.repeat(256);
    expect(compose(long, 255)).toBe(long);
  });

  it('security 31: half a million marks on a letter are not put in order', () => {
    const marks = `a${'\u0316\u0301'.repeat(250_000)}`;
    expect(compose(marks, 1024)).toBe(marks);
    expect(formsOf(marks, 1024)).toEqual([marks]);
  });
});

describe('the forms of a text', () => {
  it('begin with the composed one; the decomposed one and what was typed follow where they differ', () => {
    expect(formsOf('ana', 255)).toEqual(['ana']);
    expect(formsOf('\u00e9', 255)).toEqual(['\u00e9', 'e\u0301']);
    expect(formsOf('e\u0301', 255)).toEqual(['\u00e9', 'e\u0301']);
    expect(formsOf('\u00fc\u0304', 255)).toEqual(['\u01d6', 'u\u0308\u0304', '\u00fc\u0304']);
  });
});
