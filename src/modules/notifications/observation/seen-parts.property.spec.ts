import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOfSeason, episodePart, NO_PARTS, readParts, WHOLE_TITLE, writeParts } from './seen-parts.js';

const episodes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 30 })), {
  selector: ([season, episode]) => episodePart(season, episode),
});

describe('the stored form of what was seen', () => {
  it('is read as it was written, whatever the episodes', () => {
    fc.assert(
      fc.property(episodes, (all) => {
        const parts = new Set(all.map(([season, episode]) => episodePart(season, episode)));
        const text = writeParts(parts);
        expect(new Set(readParts(text))).toEqual(parts);
        for (const season of [1, 2, 3, 4, 5])
          expect(countOfSeason(text, season)).toBe(all.filter(([of]) => of === season).length);
      }),
      { seed: 24, numRuns: 300 },
    );
  });

  it('is short: ranges by season', () => {
    expect(writeParts(new Set(['2:1', '1:5', '1:2', '1:1', '1:3']))).toBe('1:1-3,5 2:1');
    expect([writeParts(NO_PARTS), writeParts(new Set([WHOLE_TITLE]))]).toEqual(['', 'all']);
    expect([countOfSeason('', 1), countOfSeason(WHOLE_TITLE, 1)]).toEqual([0, 0]);
  });
});
