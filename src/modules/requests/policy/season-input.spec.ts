import { describe, expect, it } from 'vitest';
import { effectiveSeasons, encodeSeasonInput, SEASON_SCOPES } from './season-input.js';

const FREE = { allowSeasonChoice: true, defaultScope: 'first' } as const;
const BOUND = { allowSeasonChoice: false, defaultScope: 'first' } as const;

describe('effectiveSeasons', () => {
  it.each(SEASON_SCOPES)('doc4 §1.11: is the scope that was chosen (%s) by one who may choose', (scope) => {
    expect(effectiveSeasons(FREE, { seasons: [], scope })).toBe(scope);
  });

  it('doc4 §1.2: is the seasons by number, whatever the scope says', () => {
    expect(effectiveSeasons(FREE, { seasons: [3, 1], scope: 'all' })).toEqual([3, 1]);
  });

  it.each([undefined, '', 'ALL', 'everything', 'toString', '1'])(
    'doc4 §1.2: is the default when the scope is %j, which nobody knows',
    (scope) => {
      expect(effectiveSeasons(FREE, { seasons: [], scope })).toBe('first');
    },
  );

  it.each([
    ['a scope', { seasons: [], scope: 'all' }],
    ['seasons by number', { seasons: [1, 2], scope: undefined }],
    ['both', { seasons: [1], scope: 'pilot' }],
  ])('doc4 §1.11: uses the default when the policy allows no choice and the choice was %s', (_what, choice) => {
    expect(effectiveSeasons(BOUND, choice)).toBe('first');
  });
});

describe('the stored form of a season input', () => {
  it('doc4 §10: is the scope, or the list of seasons, each once and in order', () => {
    expect(encodeSeasonInput('latest')).toBe('latest');
    expect(encodeSeasonInput([10, 2, 2, 1])).toBe('1,2,10');
  });
});
