import { describe, expect, it } from 'vitest';
import {
  calendarDays,
  dayOf,
  firstDays,
  libraryEpisodes,
  libraryFilms,
  listedFilms,
  listedSeasons,
  type CalendarEntry,
} from './calendar.js';

/** Noon, so that it is one day in most of the world. */
const noon = (day: string): string => `${day}T12:00:00Z`;
const at = (day: string): number => Date.parse(noon(day));
const SPAN = ['2026-06-01', '2026-07-01'] as const;

describe('issue 46, calendar: what a library of films says', () => {
  it('has an entry for each day in the span, with its poster at the metadata provider', () => {
    const images = [{ coverType: 'poster', remoteUrl: 'https://image.example/t/p/original/abc1.jpg' }];
    const film = { tmdbId: 7, title: 'Faust', year: 1926, inCinemas: '2026-05-01T00:00:00Z', images };
    const rows = [{ ...film, digitalRelease: '2026-06-02T00:00:00Z', physicalRelease: '2026-07-01T00:00:00Z' }];
    const of = { kind: 'movie', id: 7, title: 'Faust', year: '1926', poster: '/abc1.jpg' };
    expect(libraryFilms(rows, SPAN)).toEqual([
      { day: '2026-06-02', way: 'digital', ...of },
      { day: '2026-07-01', way: 'disc', ...of },
    ]);
  });

  it.each([[null], ['x'], [{}], [[null, 3, {}, { title: ' ', inCinemas: '2026-06-02' }]]])(
    'security 22: says nothing where it is %j',
    (answer) => {
      expect(
        [libraryFilms(answer, SPAN), libraryEpisodes(answer), listedFilms(answer), listedSeasons(answer)].flat(),
      ).toEqual([]);
    },
  );
});

it('issue 46, calendar: episodes have their series; specials, and what has no time, are left out', () => {
  const series = { tmdbId: 9, title: 'Judex', year: 1916 };
  const row = { airDateUtc: noon('2026-06-03'), seasonNumber: 2, episodeNumber: 5, series };
  const left = [
    { ...row, seasonNumber: 0 },
    { ...row, airDateUtc: undefined },
    { ...row, series: undefined },
  ];
  expect(libraryEpisodes([row, ...left])).toEqual([
    {
      ...{ day: '2026-06-03', kind: 'tv', id: 9, title: 'Judex', year: '1916', at: at('2026-06-03'), season: 2 },
      episodes: [5, 5],
    },
  ]);
});

it('issue 46, calendar: of the world only films and first episodes of seasons are listed', () => {
  const show = { title: 'Judex', year: 1916, ids: { tmdb: 9 } };
  const first = { first_aired: noon('2026-06-03'), episode: { season: 2, number: 1 }, show };
  const found = listedSeasons([first, { ...first, episode: { season: 2, number: 2 } }]);
  expect(found.map(({ title, season }) => [title, season])).toEqual([['Judex', 2]]);
  const films = [
    { released: '2026-06-04', movie: { title: 'Faust', year: 1926, ids: {} } },
    { released: 'soon', movie: show },
  ];
  expect(listedFilms(films)).toEqual([
    { day: '2026-06-04', kind: 'movie', id: undefined, title: 'Faust', year: '1926' },
  ]);
});

describe('issue 46, calendar: days', () => {
  const episode = (day: string, place: number): CalendarEntry => ({
    ...{ day, kind: 'tv', id: 9, title: 'Judex', year: '', season: 1, at: at(day) + place },
    episodes: [place, place],
  });
  const film: CalendarEntry = { day: '2026-06-02', kind: 'movie', id: 7, title: 'Faust', year: '', way: 'digital' };

  it('come from today on, with the episodes of a season together, and what two libraries say once', () => {
    const entries = [episode('2026-06-02', 3), episode('2026-06-02', 1), film, film, episode('2026-06-01', 1)];
    expect(calendarDays([...entries, episode('2026-05-31', 9)], '2026-06-01')).toEqual([
      ['2026-06-01', [episode('2026-06-01', 1)]],
      ['2026-06-02', [film, { ...episode('2026-06-02', 1), episodes: [1, 3] }]],
    ]);
  });

  it('are cut where they are too many', () => {
    const days = calendarDays([film, episode('2026-06-02', 1), episode('2026-06-03', 2)], '2026-06-01');
    expect(firstDays(days, 1)).toEqual([['2026-06-02', [film]]]);
    expect(firstDays(days, 9)).toEqual(days);
  });

  it('are those of the reader', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});
