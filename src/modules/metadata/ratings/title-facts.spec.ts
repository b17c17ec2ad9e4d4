import { describe, expect, it } from 'vitest';
import { factsBytes, factsOfFilm, factsOfSeries } from './title-facts.js';

const film = (
  ...countries: readonly (readonly [string, readonly (readonly [number, string | null | undefined])[]])[]
) => ({
  id: 7,
  adult: false,
  genres: [{ id: 18 }],
  release_dates: {
    results: countries.map(([iso_3166_1, releases]) => ({
      iso_3166_1,
      release_dates: releases.map(([type, certification]) => ({ type, certification })),
    })),
  },
});

const series = (...rated: readonly (readonly [string, string | null])[]) => ({
  id: 7,
  adult: true,
  genres: [],
  content_ratings: { results: rated.map(([iso_3166_1, rating]) => ({ iso_3166_1, rating })) },
});

describe('doc2 §4 Kids accounts on discovery: what a title is judged by', () => {
  it('of a film: releases in cinemas count before the others', () => {
    const given = film([
      'US',
      [
        [4, 'R'],
        [1, 'NR'],
        [3, 'PG'],
        [9, 'X'],
        [2, 'G'],
      ],
    ]);
    expect(factsOfFilm(given)).toEqual({
      adult: false,
      genreIds: [18],
      ratings: new Map([['US', [['PG'], ['G'], ['NR'], ['R'], ['X']]]]),
    });
  });

  it('of a film: releases of one kind count alike, and those without a rating do not count', () => {
    const given = film(
      [
        'US',
        [
          [3, ''],
          [3, ' PG '],
          [3, null],
          [3, 'R'],
          [4, undefined],
        ],
      ],
      ['DE', [[3, '']]],
    );
    expect(factsOfFilm(given).ratings).toEqual(
      new Map([
        ['US', [['PG', 'R']]],
        ['DE', []],
      ]),
    );
  });

  it('of a film: a country that is listed twice is one country', () => {
    const given = film(
      [
        'us',
        [
          [3, 'PG'],
          [5, 'G'],
        ],
      ],
      ['US', [[3, 'R']]],
    );
    expect(factsOfFilm(given).ratings).toEqual(new Map([['US', [['PG', 'R'], ['G']]]]));
  });

  it('of a series: all ratings of a country count alike', () => {
    expect(factsOfSeries(series(['US', 'TV-14'], ['DE', ''], ['US', 'TV-MA'], ['GB', null]))).toEqual({
      adult: true,
      genreIds: [],
      ratings: new Map([
        ['US', [['TV-14', 'TV-MA']]],
        ['DE', []],
        ['GB', []],
      ]),
    });
  });
});

describe('how much kept facts count for', () => {
  const facts = (countries: number) => {
    const named = Array.from({ length: countries }, (_, n) => [`C${n}`, [['PG'], ['PG-13', 'R']]] as const);
    return { adult: false, genreIds: [18], ratings: new Map(named) };
  };

  it('grows with every country that a title is rated in, by no less than the engine takes', () => {
    const [none, one, forty] = [0, 1, 40].map((countries) => factsBytes(facts(countries)));
    // Measured: 280 bytes without a country, and some 200 for each that has two groups of ratings.
    expect(none).toBeGreaterThanOrEqual(280);
    expect((one ?? 0) - (none ?? 0)).toBeGreaterThanOrEqual(200);
    expect((forty ?? 0) - (none ?? 0)).toBe(40 * ((one ?? 0) - (none ?? 0)));
  });
});
