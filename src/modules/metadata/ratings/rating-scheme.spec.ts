import { describe, expect, it } from 'vitest';
import { readSchemes } from './rating-scheme.js';

const rating = (certification: string, order: number, meaning: string | null = '') => ({
  certification,
  order,
  meaning,
});

describe("doc3 §5.3: the schemes out of the provider's list", () => {
  it('are those of countries, each rating with its place', () => {
    const certifications = { us: [rating(' PG ', 2, ' Some. '), rating('NR', 0, null)] };
    expect(readSchemes({ certifications })).toEqual(
      new Map([
        [
          'US',
          [
            { certification: 'PG', meaning: 'Some.', order: 2 },
            { certification: 'NR', meaning: '', order: 0 },
          ],
        ],
      ]),
    );
  });

  it('issue 43 C14: are unknown for a country whose list can’t be read', () => {
    const schemes = readSchemes({ certifications: { DE: null, US: [rating('G', 1)], 'CA-QC': null } });
    expect([...schemes].map(([region, ratings]) => [region, ratings?.length ?? null])).toEqual([
      ['DE', null],
      ['US', 1],
    ]);
  });

  it.each([
    ['a region that is no country', 'CA-QC', [rating('G', 1)]],
    ['a country without ratings', 'PL', []],
    ['a country without a rating that ranks', 'PL', [rating('NR', 0)]],
    ['a country whose ratings have no name', 'PL', [rating(' ', 1), rating('x'.repeat(65), 2)]],
  ])('leave out %s', (_, region, listed) => {
    expect(readSchemes({ certifications: { [region]: listed } }).size).toBe(0);
  });
});
