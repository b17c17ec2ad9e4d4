import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { slowSize } from '../../../../test/harness/slow-size.js';
import { canonicalTitle } from './canonical-title.js';

/** Any text, and often the letters whose case or accents are peculiar. */
const title = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('ß', 'ẞ', 'ς', 'σ', 'Σ', 'İ', 'ı', 'ﬁ', 'é', 'Å', '²', 'Ⅳ', 'か\u3099', '-', ' '),
  }),
);

describe('canonicalTitle', () => {
  it.each([
    ['Northern Relay', 'NORTHERN: relay!'],
    ['Amélie', 'AME\u0301LIE'],
    ['Straße', 'STRASSE'],
    ['Οδος', 'ΟΔΟΣ'],
    ['ＦＵＬＬ Ｗｉｄｔｈ', 'full width'],
    ["It's 24/7", 'its 247'],
    ['ﬁnal', 'Final'],
    ['がらす', 'か\u3099らす'],
  ])('doc4 §1.14: %s and %s are one', (one, other) => {
    expect(canonicalTitle(one)).toBe(canonicalTitle(other));
  });

  it.each([
    ['Northern Relay', 'Northern Relay 2'],
    ['Relay', 'Relays'],
    ['東', '西'],
  ])('doc4 §1.14: %s and %s are two', (one, other) => {
    expect(canonicalTitle(one)).not.toBe(canonicalTitle(other));
  });

  it.each(['', '…', '!?', '\u0301', '💡'])('doc4 §1.14: %j has nothing that counts', (none) => {
    expect(canonicalTitle(none)).toBe('');
  });

  it('doc4 §1.14: only letters and digits are left, and a second time changes nothing', () => {
    fc.assert(
      fc.property(title, (text) => {
        const canonical = canonicalTitle(text);
        expect(canonical).toMatch(/^[\p{L}\p{N}]*$/u);
        expect(canonicalTitle(canonical)).toBe(canonical);
      }),
    );
  });

  it('doc4 §1.14: case, composition and characters between the letters make no difference', () => {
    fc.assert(
      fc.property(title, fc.constantFrom(' ', '-', ': ', '…', '\u200b'), (text, between) => {
        const canonical = canonicalTitle(text);
        expect(canonicalTitle(text.normalize('NFD'))).toBe(canonical);
        expect(canonicalTitle(text.normalize('NFC'))).toBe(canonical);
        expect(canonicalTitle(text.toUpperCase())).toBe(canonical);
        expect(canonicalTitle(between + text + between)).toBe(canonical);
      }),
    );
  });

  it.each([
    ['a', '\u0300\u0316', 'A'],
    ['か', '\u0345\uff9e', `か${'Ι'.repeat(15)}`],
  ])('security 31: %j with marks without measure (%j) is compared at once', (letter, marks, canonical) => {
    expect(canonicalTitle(letter + marks.repeat(1_000))).toBe(canonical);
    expect(slowSize((size) => canonicalTitle(letter + marks.repeat(size)))).toBeNull();
  });
});
