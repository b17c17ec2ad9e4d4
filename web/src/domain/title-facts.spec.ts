import { describe, expect, it } from 'vitest';
import { titleFacts } from './title-facts.js';

const NOTHING_MADE = {
  directors: [],
  writers: [],
  creators: [],
  studios: [],
  networks: [],
  originalTitle: '',
  day: '',
  continuation: undefined,
  nextDay: '',
  language: '',
  imdb: '',
  streams: undefined,
};
const UNSAID = {
  tagline: '',
  backdrop: '',
  certification: '',
  rating: '',
  votes: 0,
  lastYear: '',
  collection: undefined,
};

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
      cast: [{ id: 5, name: 'Ann', character: 'Keeper', portrait: '' }],
      seasons: [0, 1, 2],
      seasonFacts: [2, 0, 1].map((number) => ({ number, year: '', episodes: 0 })),
      ...UNSAID,
      made: { ...NOTHING_MADE, day: '2019-05-28' },
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
      seasonFacts: [],
      ...UNSAID,
      made: NOTHING_MADE,
    });
  });

  it('issue 46: of a film: its pictures, for whom it is, what people think of it, and who made it', () => {
    const document = {
      ...{ title: 'Metropolis', original_title: 'Metropolis', release_date: '1927-02-06', original_language: 'de' },
      ...{ tagline: ' There can be no understanding. ', backdrop_path: '/city.jpg', imdb_id: 'tt0017136' },
      ...{ vote_average: 8.149, vote_count: 2_914, production_companies: [{ name: 'UFA' }, {}, null] },
      credits: {
        cast: [{ id: 1, name: 'Brigitte Helm', character: 'Maria', profile_path: '/helm.jpg' }],
        crew: [
          { id: 2, name: 'Fritz Lang', job: 'Director' },
          { id: 3, name: 'Thea von Harbou', job: 'Screenplay' },
          { id: 3, name: 'Thea von Harbou', job: 'Novel' },
          { id: 4, name: 'Karl Freund', job: 'Director of Photography' },
        ],
      },
    };
    expect(titleFacts(document)).toMatchObject({
      ...{ tagline: 'There can be no understanding.', backdrop: '/city.jpg', rating: '8.1', votes: 2_914 },
      cast: [{ id: 1, name: 'Brigitte Helm', character: 'Maria', portrait: '/helm.jpg' }],
      made: {
        ...NOTHING_MADE,
        directors: [{ id: 2, name: 'Fritz Lang' }],
        writers: [{ id: 3, name: 'Thea von Harbou' }],
        ...{ studios: ['UFA'], day: '1927-02-06', language: 'de', imdb: 'tt0017136' },
      },
    });
    expect(titleFacts({ ...document, original_title: 'Metropolis (1927)', imdb_id: 'x"y' }).made).toMatchObject({
      originalTitle: 'Metropolis (1927)',
      imdb: '',
    });
  });

  it.each([
    ['DE', ['DemoFlix', 'Other']],
    ['FR', []],
  ])('issue 46: who streams it in %s, for those who have subscribed', (region, streams) => {
    const flatrate = [{ provider_name: 'DemoFlix' }, { provider_name: 'Other' }, { provider_name: 'DemoFlix' }, {}, 7];
    const document = { 'watch/providers': { results: { DE: { flatrate, rent: [{ provider_name: 'Shop' }] } } } };
    expect(titleFacts(document, region).made.streams).toEqual(streams);
  });

  it('issue 46: of a series that has ended: its last year; of one that goes on: the day of its next episode', () => {
    const document = { first_air_date: '1914-12-29', last_air_date: '1915-04-05' };
    expect(titleFacts({ ...document, status: 'Ended' })).toMatchObject({
      ...{ year: '1914', lastYear: '1915' },
      made: { continuation: 'ended', nextDay: '' },
    });
    const next_episode_to_air = { air_date: '1915-06-25' };
    expect(titleFacts({ ...document, status: 'Returning Series', next_episode_to_air })).toMatchObject({
      lastYear: '',
      made: { continuation: 'running', nextDay: '1915-06-25' },
    });
  });

  it.each([
    ['one with a name', { id: 7, name: ' Silent films ', backdrop_path: '/a.jpg' }, 7],
    ['one without a name', { id: 7 }, undefined],
    ['none', null, undefined],
  ])('issue 46: the collection of a film: %s', (_what, belongs_to_collection, id) => {
    expect(titleFacts({ belongs_to_collection }).collection?.id).toBe(id);
  });

  it.each([
    ['DE', '12'],
    ['US', 'PG'],
    ['FR', 'PG'],
  ])('issue 46: for whom it is, in %s: %s', (region, certification) => {
    const release_dates = {
      results: [
        { iso_3166_1: 'US', release_dates: [{ certification: 'PG', type: 3 }] },
        {
          iso_3166_1: 'DE',
          release_dates: [
            { certification: '', type: 3 },
            { certification: '6', type: 5 },
            { certification: '12', type: 3 },
          ],
        },
        { iso_3166_1: 'FR', release_dates: [null, { certification: 7 }] },
      ],
    };
    expect(titleFacts({ title: 'x', release_dates }, region).certification).toBe(certification);
    const content_ratings = { results: [{ iso_3166_1: region, rating: certification }] };
    expect(titleFacts({ name: 'x', content_ratings }, region).certification).toBe(certification);
  });
});
