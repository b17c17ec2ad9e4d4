import { describe, expect, it } from 'vitest';
import type { EpisodeHoldings, SeasonHoldings } from '../../library/library.public.js';
import type { ListedEpisode, SeriesSummary } from '../../metadata/metadata.public.js';
import type { SeasonMap, TvMatch } from '../../series-matching/series-matching.public.js';
import { episodesBefore, episodesNow, seasonThere, type SeasonThere } from './season-episodes.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const PAST = '2026-11-19';
const TODAY = '2026-11-20';

const episode = (episodeNumber: number, airDate: string | null = PAST): ListedEpisode => ({
  ...{ episodeNumber, airDate },
  ...{ name: null, overview: null, stillPath: null, runtime: null },
});
const there = (held: readonly number[], rest: Partial<NonNullable<SeasonThere>> = {}): NonNullable<SeasonThere> => ({
  ...{ first: 1, held, downloading: [] },
  ...rest,
});

describe('issue 46: the state of each episode, in all libraries together', () => {
  const states = (
    listed: readonly ListedEpisode[],
    libraries: readonly SeasonThere[],
    before = 0,
  ): readonly (readonly [number, string])[] =>
    episodesNow(listed, libraries, { before, now: NOW }).map(({ episodeNumber, state }) => [episodeNumber, state]);
  const stateOf = (one: ListedEpisode, ...libraries: readonly SeasonThere[]) => states([one], libraries)[0]?.[1];

  it.each<[string, string, string | null, readonly SeasonThere[]]>([
    ['that a library has is here, aired or not', 'here', '2027-01-01', [there([1])]],
    ['that one of two libraries has is here', 'here', PAST, [there([]), there([1])]],
    ['that one library has is here, even where another can’t be read', 'here', PAST, [null, there([1])]],
    ['that is being downloaded is coming', 'coming', PAST, [there([], { downloading: [1] })]],
    ['that hasn’t aired is coming', 'coming', '2026-11-21', [there([])]],
    ['of today is coming until the day is over', 'coming', TODAY, [there([])]],
    ['without a date hasn’t aired', 'coming', null, [there([])]],
    ['that has aired and that no library has is missing', 'missing', PAST, [there([2]), there([])]],
    ['that has aired is missing where there is no library', 'missing', PAST, []],
    ['is unknown, never missing, where a library can’t be read', 'unknown', PAST, [there([]), null]],
    ['is unknown, never to come, where a library can’t be read', 'unknown', '2027-01-01', [null]],
    ['is unknown where the queue can’t be read', 'unknown', PAST, [there([2], { downloading: null })]],
  ])('an episode %s', (_, state, day, libraries) => {
    expect(stateOf(episode(1, day), ...libraries)).toBe(state);
  });

  it('is by equal numbers, also where one side lists an episode that the other doesn’t', () => {
    expect(states([episode(2), episode(3)], [there([1, 2])], 10)).toEqual([
      [2, 'here'],
      [3, 'missing'],
    ]);
  });

  it('is by place where the provider counts on from season to season, and the library anew', () => {
    const listed = [episode(62), episode(63)];
    expect(states(listed, [there([2])], 61)).toEqual([
      [62, 'missing'],
      [63, 'here'],
    ]);
    expect(states(listed, [there([62], { first: 62 })], 61)).toEqual([
      [62, 'here'],
      [63, 'missing'],
    ]);
  });

  it('episodes before a season are those of earlier regular ones', () => {
    const seasons = [0, 1, 2, 3].map((seasonNumber) => ({ seasonNumber, episodeCount: 10, airDate: null }));
    expect([0, 1, 3].map((season) => episodesBefore({ seasons }, season))).toEqual([0, 0, 20]);
  });
});

describe('doc4 §1.14: which season of a library is meant', () => {
  const seasons = [0, 1, 2].map((seasonNumber) => ({ seasonNumber, episodeCount: 2, airDate: null }));
  const found = (map: 'same' | SeasonMap, season: number, library: EpisodeHoldings): SeasonThere =>
    seasonThere(
      { match: { seasons: map } as TvMatch, series: { seasons } as unknown as SeriesSummary, season },
      library,
    );
  const holds = (...numbers: readonly number[]): EpisodeHoldings => ({
    known: true,
    inLibrary: true,
    seasons: numbers.map((seasonNumber): SeasonHoldings => ({ seasonNumber, ...there([seasonNumber]) })),
  });

  it('is the one of the same number, or of the map', () => {
    expect(found('same', 2, holds(0, 1, 2))).toMatchObject({ held: [2] });
    expect(found(new Map([[1, 3]]), 1, holds(1, 2, 3))).toMatchObject({ held: [3] });
  });

  it('is none, with nothing in it, where the library lacks it, or the series', () => {
    expect(found('same', 2, holds(1))).toEqual({ first: null, held: [], downloading: [] });
    expect(found('same', 2, { known: true, inLibrary: false, seasons: [] })).toMatchObject({ held: [] });
  });

  it('is unknown without a counterpart, where the library numbers otherwise, and where it can’t be read', () => {
    expect(found(new Map([[1, 3]]), 2, holds(1, 2, 3))).toBeNull();
    expect(found('same', 1, holds(2015, 2016))).toBeNull();
    expect(found('same', 1, { known: false, reason: 'library_unavailable' })).toBeNull();
  });

  it('of the specials is season 0 where both count alike, and else unknown', () => {
    expect(found('same', 0, holds(0, 1))).toMatchObject({ held: [0] });
    expect(found('same', 0, holds(0, 2015))).toMatchObject({ held: [0] });
    expect(found('same', 0, holds(1))).toMatchObject({ held: [] });
    expect(found(new Map([[1, 1]]), 0, holds(0, 1))).toBeNull();
  });
});
