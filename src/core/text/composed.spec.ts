import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { composed, formsOf } from './composed.js';

describe('a text in one form', () => {
  it('is the same, whichever keyboard it was typed on', () => {
    for (const [typed, same] of [
      ['e\u0301', '\u00e9'],
      ['\u1112\u1161\u11ab', '\ud55c'],
      ['u\u0308\u0304', '\u01d6'],
      ['A\u030a', '\u00c5'],
      ['\u212b', '\u00c5'],
    ] as const) {
      expect(composed(typed, 255)).toBe(same);
      expect(composed(same, 255)).toBe(same);
    }
  });

  it('keeps apart what looks alike and is another text: case, blanks, ligatures and wide letters', () => {
    for (const text of ['Ana', 'ana', ' ana ', '\ufb01', 'fi', '\uff21', 'A']) expect(composed(text, 255)).toBe(text);
  });

  it('is found for all that fits composed, and one that can’t fit in any form stays as it came', () => {
    const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(character, (text) => {
        const [whole, apart] = [text.normalize('NFC'), text.normalize('NFD')];
        expect(composed(apart, Buffer.byteLength(whole))).toBe(whole);
      }),
    );
    const long = 'e\u0301'.repeat(256);
    expect(composed(long, 255)).toBe(long);
  });

  it('security 31: half a million marks on a letter are not put in order', () => {
    const marks = `a${'\u0316\u0301'.repeat(250_000)}`;
    expect(composed(marks, 1024)).toBe(marks);
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
