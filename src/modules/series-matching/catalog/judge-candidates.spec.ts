import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeByMetadata,
  judgeByTitle,
  type SoughtSeries,
  type TvCandidate,
  canonicalTitle,
} from './judge-candidates.js';
import { slowSize } from '../../../../test/harness/slow-size.js';

const SOUGHT: SoughtSeries = {
  tmdbId: 100,
  title: 'Northern Relay',
  originalTitle: 'Relais du Nord',
  firstAiredYear: 2015,
};

const candidate = (fields: Partial<TvCandidate> = {}): TvCandidate => ({
  tvdbId: 7,
  tmdbId: null,
  title: 'Northern Relay',
  year: 2015,
  ...fields,
});

describe('judgeByMetadata', () => {
  it('doc4 §1.14, order 3: the hit that the manager’s metadata name by our id is it, whatever it is called', () => {
    const hits = [candidate({ tvdbId: 1 }), candidate({ tvdbId: 2, tmdbId: 100, title: 'Else', year: 1999 })];
    expect(judgeByMetadata(SOUGHT, hits)).toEqual({ verdict: 'found', tvdbId: 2 });
  });

  it('doc4 §1.14, order 3: the same series twice is one, two series are ambiguous', () => {
    const hit = candidate({ tvdbId: 2, tmdbId: 100 });
    expect(judgeByMetadata(SOUGHT, [hit, hit])).toEqual({ verdict: 'found', tvdbId: 2 });
    expect(judgeByMetadata(SOUGHT, [hit, { ...hit, tvdbId: 3 }])).toEqual({ verdict: 'ambiguous' });
  });

  it('doc4 §1.14, order 3: an unknown id names nothing', () => {
    expect(judgeByMetadata(SOUGHT, [candidate(), candidate({ tmdbId: 101 })])).toEqual({ verdict: 'none' });
    expect(judgeByMetadata({ ...SOUGHT, tmdbId: 0 }, [candidate({ tmdbId: 0 })])).toEqual({ verdict: 'none' });
    expect(judgeByMetadata(SOUGHT, [candidate({ tvdbId: 0, tmdbId: 100 })])).toEqual({ verdict: 'none' });
  });
});

describe('judgeByTitle', () => {
  it.each(['NORTHERN RELAY!', 'Relais du Nord'])('doc4 §1.14, order 4: %s is one of its titles', (title) => {
    expect(judgeByTitle(SOUGHT, [candidate({ title })])).toEqual({ verdict: 'found', tvdbId: 7 });
  });

  it.each([
    [2013, 'none'],
    [2014, 'found'],
    [2015, 'found'],
    [2016, 'found'],
    [2017, 'none'],
    [0, 'none'],
  ])('doc4 §1.14, order 4: a series of %i, where ours is of 2015, is %s', (year, verdict) => {
    expect(judgeByTitle(SOUGHT, [candidate({ year })]).verdict).toBe(verdict);
  });

  it('doc4 §1.14, order 4: without a year on our side nothing is near enough', () => {
    expect(judgeByTitle({ ...SOUGHT, firstAiredYear: null }, [candidate({ year: 0 }), candidate()])).toEqual({
      verdict: 'none',
    });
  });

  it('doc4 §1.14, order 4: a part of the title is not the title', () => {
    expect(judgeByTitle(SOUGHT, [candidate({ title: 'Northern Relay Nights' })])).toEqual({ verdict: 'none' });
  });

  it('doc4 §1.14, order 4: two hits are ambiguous, also by one title each', () => {
    const hits = [candidate(), candidate({ tvdbId: 8, title: 'Relais du Nord', year: 2016 })];
    expect(judgeByTitle(SOUGHT, hits)).toEqual({ verdict: 'ambiguous' });
  });

  it('doc4 §1.14, order 4: one that the manager’s metadata name as another series is never it, and counts as a hit', () => {
    const another = candidate({ tvdbId: 8, tmdbId: 999 });
    expect(judgeByTitle(SOUGHT, [another])).toEqual({ verdict: 'none' });
    expect(judgeByTitle(SOUGHT, [another, candidate()])).toEqual({ verdict: 'ambiguous' });
  });

  it('doc4 §1.14, order 4: a title without letters and digits matches nothing', () => {
    const sought = { ...SOUGHT, title: '…', originalTitle: '!' };
    expect(judgeByTitle(sought, [candidate({ title: '…' }), candidate({ title: '' })])).toEqual({ verdict: 'none' });
  });

  it('doc4 §1.14, order 4: whatever is found, it is the only one of its title and near in time', () => {
    const any = fc.record({
      tvdbId: fc.integer({ min: 1, max: 4 }),
      tmdbId: fc.constantFrom(null, 100, 101),
      title: fc.constantFrom('Northern Relay', 'northern-relay', 'Relais du Nord', 'Else', '…'),
      year: fc.integer({ min: 2012, max: 2018 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), (hits) => {
        const verdict = judgeByTitle(SOUGHT, hits);
        const fitting = hits.filter(
          ({ title, year }) => !['Else', '…'].includes(title) && year >= 2014 && year <= 2016,
        );
        const ids = new Set(fitting.map(({ tvdbId }) => tvdbId));
        if (verdict.verdict === 'found') expect([...ids]).toEqual([verdict.tvdbId]);
        expect(verdict.verdict === 'ambiguous').toBe(ids.size > 1);
      }),
    );
  });
});

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
