import { describe, expect, it } from 'vitest';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import {
  judgeSeries,
  needsEpisodes,
  needsPilotFlags,
  judgeCachedSeries,
  type SeriesObservation,
} from './judge-series.js';
import type { SeasonAvailability } from './judge-seasons.js';
import type { SeasonCounts, SeriesDigestEntry } from './series-digest.js';
import { seriesEpisodes, type SeriesEpisodes } from './series-episodes.js';

const NOW = Date.UTC(2026, 10, 20, 12);

/** An episode in one letter: `f` has a file, `a` aired without one, `u` is to air, `?` has no date; upper case: not monitored. */
type Letters = string;

function episodesOf(seasonNumber: number, letters: Letters): SonarrEpisode[] {
  const airDates: Record<string, number | null> = { f: NOW - 5, a: NOW, u: NOW + 1, '?': null };
  return [...letters].map((letter, index) => ({
    id: seasonNumber * 1000 + index,
    seasonNumber,
    episodeNumber: index + 1,
    airDateUtc: airDates[letter.toLowerCase()] ?? null,
    hasFile: letter.toLowerCase() === 'f',
    monitored: letter === letter.toLowerCase(),
  }));
}

const countsOf = (seasonNumber: number, letters: Letters, monitored = true): SeasonCounts => {
  const files = [...letters.toLowerCase()].filter((letter) => letter === 'f').length;
  return { seasonNumber, monitored, files, total: letters.length, sizeOnDisk: files * 1000 };
};

const entryOf = (seasons: readonly SeasonCounts[], monitored = true): SeriesDigestEntry => ({
  recordId: 31,
  monitored,
  seasons,
});

interface Given {
  readonly letters: Letters;
  readonly series?: boolean;
  readonly season?: boolean;
  readonly seasonNumber?: number;
  readonly list?: 'read' | 'none';
}

function judge({ letters, series = true, season = true, seasonNumber = 1, list = 'none' }: Given): SeasonAvailability {
  const entry = entryOf([countsOf(seasonNumber, letters, season)], series);
  const episodes = list === 'read' ? seriesEpisodes(episodesOf(seasonNumber, letters)) : null;
  const verdict = judgeSeries({ entry, episodes, freshFlags: true }, NOW).seasons[0];
  if (!verdict) throw new Error('no season was judged');
  return verdict;
}

describe('judgeSeries (doc 4 section 4.2; issue 3 point 4: season truth)', () => {
  it('a series that the library affirms to lack is known, not in the library, and without seasons', () => {
    const verdict = judgeSeries({ entry: undefined, episodes: null, freshFlags: false }, NOW);
    expect(verdict).toEqual({ known: true, inLibrary: false, seasons: [] });
  });

  describe('what the statistics decide, without a list', () => {
    it.each<[string, Given, Partial<SeasonAvailability>]>([
      ['nothing there, series and season monitored', { letters: 'aa' }, { status: 'requested', progress: 0, files: 0 }],
      [
        'nothing there, all of it unaired',
        { letters: 'u?' },
        { status: 'requested', episodes: 2, unairedCounted: true },
      ],
      ['nothing there, season not monitored', { letters: 'aa', season: false }, { status: 'unavailable', progress: 0 }],
      ['nothing there, series paused', { letters: 'aa', series: false }, { status: 'unavailable', progress: 0 }],
      ['no episode known, monitored', { letters: '' }, { status: 'requested', episodes: 0 }],
      ['no episode known, not monitored', { letters: '', season: false }, { status: 'unavailable', episodes: 0 }],
      ['all there', { letters: 'ff' }, { status: 'available', progress: 1, episodes: 2, files: 2, pilotHeld: true }],
      ['all there, nothing monitored', { letters: 'ff', series: false, season: false }, { status: 'available' }],
      ['one episode of one', { letters: 'f' }, { status: 'available', progress: 1 }],
    ])('%s', (_case, given, expected) => {
      expect(judge(given)).toMatchObject({ known: true, ...expected });
    });
  });

  describe('what the list of episodes decides', () => {
    it.each<[string, Given, Partial<SeasonAvailability>]>([
      ['some of what aired', { letters: 'ffaa' }, { status: 'partial', progress: 0.5, files: 2, episodes: 4 }],
      [
        'all that aired, more to come',
        { letters: 'ffu?' },
        { status: 'available', progress: 1, files: 2, episodes: 2 },
      ],
      ['some of what aired, more to come', { letters: 'ffauu' }, { status: 'partial', progress: 2 / 3, episodes: 3 }],
      ['all that is monitored, not all that aired', { letters: 'fAAA' }, { status: 'partial', progress: 0.25 }],
      ['some, of a season that is not monitored', { letters: 'fa', season: false }, { status: 'partial' }],
      ['some, of a paused series', { letters: 'fa', series: false }, { status: 'partial', progress: 0.5 }],
      ['nothing there: how many have aired', { letters: 'aau' }, { status: 'requested', episodes: 2 }],
    ])('%s', (_case, given, expected) => {
      expect(judge({ ...given, list: 'read' })).toMatchObject({ known: true, ...expected });
    });

    it('shows a season with some files as unknown without it, with the counts', () => {
      expect(judge({ letters: 'ffa' })).toEqual({ known: false, seasonNumber: 1, files: 2, episodes: 3 });
    });

    it('without it the seasons that statistics decide stay known', () => {
      const entry = entryOf([countsOf(1, 'ff'), countsOf(2, 'fa'), countsOf(3, 'aa'), countsOf(4, 'aa', false)]);
      const { seasons } = judgeSeries({ entry, episodes: null, freshFlags: false }, NOW);
      expect(seasons.map((season) => season.known && season.status)).toEqual([
        'available',
        false,
        'requested',
        'unavailable',
      ]);
    });
  });

  it.each<[string, Given, true | undefined]>([
    ['set where the season is not monitored', { letters: 'ffu', season: false }, true],
    ['set where the series is paused', { letters: 'ffu', series: false }, true],
    ['left out where both are monitored', { letters: 'ffu' }, undefined],
    ['left out where nothing is to come', { letters: 'ff', season: false }, undefined],
    ['left out where what has aired is missing', { letters: 'fau', season: false }, undefined],
  ])('doc 4 section 1.15: an unmonitored future episode is %s', (_case, given, unwatchedToCome) => {
    expect((judge({ ...given, list: 'read' }) as { unwatchedToCome?: true }).unwatchedToCome).toBe(unwatchedToCome);
  });

  it('an episode that airs turns an available season partial, by the list of before', () => {
    const entry = entryOf([countsOf(1, 'fu')]);
    const observation = { entry, episodes: seriesEpisodes(episodesOf(1, 'fu')), freshFlags: true };
    expect(judgeSeries(observation, NOW).seasons).toMatchObject([{ status: 'available', progress: 1 }]);
    expect(judgeSeries(observation, NOW + 1).seasons).toMatchObject([{ status: 'partial', progress: 0.5 }]);
  });

  it('judges an entry without its list once, and with a list as the list says', () => {
    const entry = entryOf([countsOf(1, 'ffa')]);
    const alone = judgeSeries({ entry, episodes: null, freshFlags: false }, NOW);
    expect(judgeSeries({ entry, episodes: null, freshFlags: true }, NOW + 1)).toBe(alone);
    const episodes = seriesEpisodes(episodesOf(1, 'ffa'));
    expect(judgeSeries({ entry, episodes, freshFlags: true }, NOW).seasons).toMatchObject([{ status: 'partial' }]);
    expect(judgeSeries({ entry, episodes: null, freshFlags: true }, NOW).seasons).toEqual(alone.seasons);
  });

  it('the specials are judged like any season', () => {
    expect(judge({ letters: 'fa', seasonNumber: 0, list: 'read' })).toMatchObject({
      seasonNumber: 0,
      status: 'partial',
    });
  });

  describe('the first episode of a season', () => {
    it.each<[string, Given, boolean]>([
      ['there', { letters: 'fa', list: 'read' }, true],
      ['missing beside others', { letters: 'af', list: 'read' }, false],
      ['in a full season', { letters: 'ff' }, true],
      ['in an empty one', { letters: 'aa' }, false],
    ])('%s: held %s', (_case, given, pilotHeld) => {
      expect(judge(given)).toMatchObject({ pilotHeld });
    });

    it.each<[string, Given, boolean | undefined]>([
      ['monitored in a season that is not', { letters: 'aA', season: false, list: 'read' }, true],
      ['not monitored in a season that is', { letters: 'Aa', list: 'read' }, false],
      ['monitored in a paused series', { letters: 'aa', series: false, list: 'read' }, false],
      ['in a monitored season whose list was not read', { letters: 'aa' }, true],
      ['in a season that is not, whose list was not read', { letters: 'aa', season: false }, undefined],
      ['in a paused series whose list was not read', { letters: 'aa', series: false, season: false }, false],
      ['in a season without a known episode', { letters: '', season: false }, false],
    ])('%s: wanted %s', (_case, given, pilotWanted) => {
      const season = judge(given);
      expect(season.known && season.pilotWanted).toBe(pilotWanted);
    });

    it('is not judged by flags that are older than those of its season', () => {
      const entry = entryOf([countsOf(1, 'aA', false)]);
      const episodes = seriesEpisodes(episodesOf(1, 'aA'));
      const { seasons } = judgeSeries({ entry, episodes, freshFlags: false }, NOW);
      expect(seasons).toEqual([expect.not.objectContaining({ pilotWanted: expect.anything() })]);
    });
  });
});

describe('needsEpisodes (doc 4, decision "Truth about series")', () => {
  it.each<[string, boolean, SeasonCounts[]]>([
    ['nothing there', false, [countsOf(1, 'aa'), countsOf(2, 'aa')]],
    ['all there', false, [countsOf(1, 'ff'), countsOf(2, 'ff')]],
    ['all there but specials', false, [countsOf(0, 'aa'), countsOf(1, 'ff')]],
    ['one season full, of the other no episode known', false, [countsOf(1, 'ff'), countsOf(2, '')]],
    ['one season full, the other empty', true, [countsOf(1, 'ff'), countsOf(2, 'aa')]],
    ['one season partly there', true, [countsOf(1, 'fa')]],
    ['specials partly there', true, [countsOf(0, 'fa'), countsOf(1, 'ff')]],
    ['nothing but specials', false, [countsOf(0, 'ff'), countsOf(1, 'aa')]],
    ['no seasons', false, []],
  ])('%s: %s', (_case, expected, seasons) => {
    expect(needsEpisodes(entryOf(seasons))).toBe(expected);
  });
});

describe('needsPilotFlags', () => {
  it.each<[string, boolean, SeriesDigestEntry]>([
    ['a season without files', true, entryOf([countsOf(1, 'aa', false)])],
    ['a full season', false, entryOf([countsOf(1, 'ff')])],
    ['a season without a known episode', false, entryOf([countsOf(1, '')])],
    ['specials without files', false, entryOf([countsOf(0, 'aa')])],
    ['a paused series', false, entryOf([countsOf(1, 'aa')], false)],
  ])('%s: %s', (_case, expected, entry) => {
    expect(needsPilotFlags(entry)).toBe(expected);
  });
});

const entry = (files: number, total: number): SeriesDigestEntry => ({
  recordId: 31,
  monitored: true,
  seasons: [{ seasonNumber: 1, monitored: true, files, total, sizeOnDisk: 0 }],
});

/** Lists of one season after the other, by the air dates of what has no file. */
const listOf = (...seasons: readonly (readonly number[])[]): SeriesEpisodes =>
  new Map(
    seasons.map((missing, index) => [
      index + 1,
      {
        files: 1,
        held: [1],
        awaited: [],
        total: 1 + missing.length,
        missing,
        airs: null,
        first: { hasFile: true, monitored: true },
      },
    ]),
  );

const judgeCached = (given: Partial<SeriesObservation>) =>
  judgeCachedSeries({ entry: entry(1, 3), episodes: null, freshFlags: true, ...given }, NOW);

describe('judgeCachedSeries: what is known of a series', () => {
  it('names the entry that was judged, and says what judgeSeries says of it', () => {
    const judged = entry(3, 3);
    expect(judgeCached({ entry: judged })).toMatchObject({
      series: { known: true, inLibrary: true, seasons: [{ status: 'available' }] },
    });
    expect(judgeCached({ entry: judged }).entry).toBe(judged);
  });

  it.each<[string, boolean, Partial<SeriesObservation>]>([
    ['of a series that the library has not', true, { entry: undefined }],
    ['of one whose statistics decide', true, { entry: entry(3, 3) }],
    ['of one whose list decides and is there', true, { episodes: listOf([NOW]) }],
    ['of one whose list decides and is not there', false, {}],
  ])('%s is settled: %j', (_what, settled, given) => {
    expect(judgeCached(given).settled).toBe(settled);
  });
});

describe('judgeCachedSeries: until when it may be relied on', () => {
  it.each<[string, number | null, Partial<SeriesObservation>]>([
    ['for good without a list', null, {}],
    ['for good without a list, though there is a moment to read one again', null, { listUntil: NOW + 9 }],
    ['for good where everything has aired', null, { episodes: listOf([NOW - 5, NOW]) }],
    ['until the next episode airs', NOW + 3, { episodes: listOf([NOW - 5, NOW + 7, NOW + 3], [NOW + 5]) }],
    ['until the next episode of a later season airs', NOW + 2, { episodes: listOf([NOW + 7], [NOW + 2]) }],
    ['until the list is read again', NOW + 4, { episodes: listOf([NOW + 7]), listUntil: NOW + 4 }],
    [
      'until an episode airs before the list is read again',
      NOW + 3,
      { episodes: listOf([NOW + 3]), listUntil: NOW + 4 },
    ],
  ])('%s', (_what, until, given) => {
    expect(judgeCached(given).until).toBe(until);
  });
});
