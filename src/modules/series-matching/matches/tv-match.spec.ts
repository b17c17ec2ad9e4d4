import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tvMatchRevision, type MatchContent } from './tv-match.js';

const content: fc.Arbitrary<MatchContent> = fc.record({
  mode: fc.constantFrom('default', 'custom', 'paused'),
  tvdbId: fc.option(fc.integer({ min: 1, max: 3 })),
  seasons: fc.oneof(
    fc.constant('same' as const),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 3 }))
      .map((seasons) => new Map(seasons.map((season) => [season, 4 - season]))),
  ),
});

const plain = ({ mode, tvdbId, seasons }: MatchContent): unknown => [
  mode,
  tvdbId,
  seasons === 'same' ? 'same' : [...seasons].sort(),
];

describe('tvMatchRevision', () => {
  it('doc4 §1.14: is 24 hexadecimal digits', () => {
    expect(tvMatchRevision({ mode: 'default', tvdbId: 7, seasons: 'same' })).toMatch(/^[0-9a-f]{24}$/);
  });

  it('doc4 §1.14: is equal exactly when mode, target and map are', () => {
    fc.assert(
      fc.property(content, content, (one, other) => {
        const same = JSON.stringify(plain(one)) === JSON.stringify(plain(other));
        expect(tvMatchRevision(one) === tvMatchRevision(other)).toBe(same);
      }),
    );
  });

  it('doc4 §1.14: the order in which a map was written makes no difference', () => {
    const [one, other] = [
      [1, 2],
      [2, 1],
    ].map(([first = 0, second = 0]) =>
      tvMatchRevision({
        mode: 'custom',
        tvdbId: 7,
        seasons: new Map([
          [first, first],
          [second, second],
        ]),
      }),
    );
    expect(one).toBe(other);
  });
});
