import { describe, expect, it } from 'vitest';
import { titleFacts } from './title-facts.js';

describe('issue 22: what a title’s page says of it', () => {
  it('of a series: its name, the year it began, its seasons in order', () => {
    const document = {
      name: 'The Planets',
      first_air_date: '2019-05-28',
      overview: ' About planets. ',
      poster_path: '/planets.jpg',
      genres: [{ id: 99, name: 'Documentary' }, { id: 1 }],
      seasons: [{ season_number: 2 }, { season_number: 0 }, { season_number: 1 }],
      credits: { cast: [{ id: 5, name: 'Ann', character: 'Keeper' }, { id: 5, name: 'Ann' }, { id: 6 }, null] },
    };
    expect(titleFacts(document)).toEqual({
      title: 'The Planets',
      year: '2019',
      overview: 'About planets.',
      poster: '/planets.jpg',
      runtime: undefined,
      genres: [{ id: 99, name: 'Documentary' }],
      cast: [{ id: 5, name: 'Ann', character: 'Keeper' }],
      seasons: [0, 1, 2],
    });
  });

  it('security 22: stays empty where the document is something else', () => {
    const document = {
      title: 7,
      overview: {},
      runtime: 'x',
      genres: 'x',
      seasons: [null, 7, { season_number: '1' }],
      credits: [7],
    };
    expect(titleFacts(document)).toEqual({
      title: '',
      year: '',
      overview: '',
      poster: '',
      runtime: undefined,
      genres: [],
      cast: [],
      seasons: [],
    });
  });
});
