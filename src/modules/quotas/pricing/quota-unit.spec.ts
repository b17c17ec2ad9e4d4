import { describe, expect, it } from 'vitest';
import { covers, distinctUnits, filmUnit, seasonUnits } from './quota-unit.js';

describe('units', () => {
  it('doc 4 section 1.18: of a film are its TMDB id', () => {
    expect(filmUnit(603)).toEqual({ kind: 'movie', key: '603', work: '' });
  });

  it('doc 4 section 1.18: of a series are its seasons, under its TMDB id', () => {
    expect(seasonUnits(1399, [1, 8], 'season')).toEqual([
      { kind: 'tv', key: '1399:1', work: 'season' },
      { kind: 'tv', key: '1399:8', work: 'season' },
    ]);
  });

  it('doc 4 section 1.15: of a pilot are the season that it opens', () => {
    expect(seasonUnits(1399, [2], 'pilot')).toEqual([{ kind: 'tv', key: '1399:2', work: 'pilot' }]);
  });

  it('doc 2 section 4 rule 1: are never specials', () => {
    expect(seasonUnits(1399, [0], 'season')).toEqual([]);
    expect(seasonUnits(1399, [0, 1], 'season')).toEqual(seasonUnits(1399, [1], 'season'));
  });

  it.each([
    ['pilot', 'pilot', true],
    ['season', 'pilot', true],
    ['season', 'season', true],
    ['pilot', 'season', false],
    ['', '', true],
    ['', 'pilot', false],
    ['', 'season', false],
    ['season', '', false],
  ] as const)('that hold %j are enough for %j: %j', (held, wanted, enough) => {
    expect(covers(held, wanted)).toBe(enough);
  });

  it('count once, and a season with its pilot is a season, in whichever order they are named', () => {
    const [pilot] = seasonUnits(1, [1], 'pilot');
    const [season] = seasonUnits(1, [1], 'season');
    if (!pilot || !season) throw new Error('a season is a unit');
    expect(distinctUnits([pilot, season, pilot])).toEqual([season]);
    expect(distinctUnits([season, pilot, season])).toEqual([season]);
    expect(distinctUnits([filmUnit(1), filmUnit(1), filmUnit(2)])).toEqual([filmUnit(1), filmUnit(2)]);
  });
});
