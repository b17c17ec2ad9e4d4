import { describe, expect, it } from 'vitest';
import type { TmdbSeries } from '../../../clients/tmdb/tmdb-schemas.js';
import { summariseEpisodes, summariseSeries, summariseFilm, dayOf, yearOf } from './title-summary.js';

const series: TmdbSeries = {
  id: 7,
  name: 'Northern Lights',
  original_name: 'Nordlicht',
  first_air_date: '2025-02-01',
  poster_path: '/p.jpg',
  seasons: [
    { season_number: 2, episode_count: 3, air_date: '2026-11-13' },
    { season_number: 0, episode_count: 1, air_date: '2025-01-20' },
    { season_number: 1, episode_count: 2, air_date: '2025-02-01' },
  ],
  last_episode_to_air: { season_number: 1, episode_number: 9, air_date: '2025-02-08' },
  next_episode_to_air: { season_number: 2, episode_number: 1, air_date: '2026-11-13' },
  external_ids: { tvdb_id: 880201 },
};

describe('summariseEpisodes', () => {
  const numbersOf = (episodes: readonly Record<string, unknown>[]) =>
    summariseEpisodes({ season_number: 1, episodes }).map(({ episodeNumber }) => episodeNumber);

  it('issue 46, security 39: lists them by number, 2,000 at most, without those whose number can’t be read', () => {
    expect(numbersOf([{ episode_number: 3 }, { episode_number: '2' }, {}, { episode_number: 1 }])).toEqual([1, 3]);
    expect(numbersOf(Array.from({ length: 2_001 }, (_, episode_number) => ({ episode_number })))).toHaveLength(2_000);
  });
});

describe('summariseSeries', () => {
  it('issue 43 C16: says what is on the air, and of nothing nothing', () => {
    expect(summariseSeries(series)).toMatchObject({
      lastAired: { seasonNumber: 1, episodeNumber: 9, airDate: '2025-02-08' },
      seasonToCome: 2,
    });
    const quiet = { ...series, last_episode_to_air: null, next_episode_to_air: null };
    expect(summariseSeries(quiet)).toMatchObject({ lastAired: null, seasonToCome: null });
  });

  it('names the series, its year, its poster and its TVDB id', () => {
    expect(summariseSeries(series)).toMatchObject({
      tmdbId: 7,
      title: 'Northern Lights',
      originalTitle: 'Nordlicht',
      firstAiredYear: 2025,
      posterPath: '/p.jpg',
      tvdbId: 880201,
    });
  });

  it('has the seasons by number, specials as season 0 among them', () => {
    expect(summariseSeries(series).seasons).toEqual([
      { seasonNumber: 0, episodeCount: 1, airDate: '2025-01-20' },
      { seasonNumber: 1, episodeCount: 2, airDate: '2025-02-01' },
      { seasonNumber: 2, episodeCount: 3, airDate: '2026-11-13' },
    ]);
  });

  it.each(['', null, 'soon'])('knows no day for a season that airs %j', (air_date) => {
    const seasons = [{ season_number: 1, episode_count: 0, air_date }];
    expect(summariseSeries({ ...series, seasons }).seasons).toMatchObject([{ episodeCount: 0, airDate: null }]);
  });

  it.each(['', null])('knows no year when the first air date is %j', (first_air_date) => {
    expect(summariseSeries({ ...series, first_air_date }).firstAiredYear).toBeNull();
  });

  it.each(['', null])('knows no poster when its path is %j', (poster_path) => {
    expect(summariseSeries({ ...series, poster_path }).posterPath).toBeNull();
  });

  it.each([null, undefined, 0, -1])('knows no TVDB id when the provider says %j', (tvdb_id) => {
    expect(summariseSeries({ ...series, external_ids: { tvdb_id } }).tvdbId).toBeNull();
  });
});

const FILM = { id: 7, title: 'Harbor Lights', release_date: '2024-05-10', poster_path: '/p.jpg' };

describe('summariseFilm', () => {
  it('names the film, its year and its poster', () => {
    expect(summariseFilm(FILM)).toEqual({ tmdbId: 7, title: 'Harbor Lights', year: 2024, posterPath: '/p.jpg' });
  });

  it.each(['', null, 'soon', '2024', '2024-5-1', '12024-05-10'])(
    'knows no year when the release date is %j',
    (release_date) => {
      expect(summariseFilm({ ...FILM, release_date }).year).toBeNull();
    },
  );

  it.each(['', null])('knows no poster when its path is %j', (poster_path) => {
    expect(summariseFilm({ ...FILM, poster_path }).posterPath).toBeNull();
  });
});

const NO_DAYS = ['', null, undefined, 'soon', '2024', '2024-5-1', '12024-05-10', '2024-05-10T00:00:00Z', '2024-13-01'];

describe('a day of the provider', () => {
  it.each(['2024-05-10', '2024-02-29', '1895-12-28', '0001-01-01'])('%s is kept as it is', (day) => {
    expect(dayOf(day)).toBe(day);
  });

  it.each([...NO_DAYS, '2024-02-31', '2023-02-29', '2024-00-00'])('%j is none', (day) => {
    expect([dayOf(day), yearOf(day)]).toEqual([null, null]);
  });

  it('is in the year that it names', () => {
    expect([yearOf('2024-12-31'), yearOf('2025-01-01'), yearOf('0987-01-01')]).toEqual([2024, 2025, 987]);
  });
});
