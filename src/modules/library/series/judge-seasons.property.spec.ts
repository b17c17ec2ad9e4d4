import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import { judgePilot, judgeSeasons, type SeasonsState, type SeriesAvailability } from './judge-seasons.js';
import { judgeSeries, needsEpisodes } from './judge-series.js';
import type { SeriesDigestEntry } from './series-digest.js';
import { seriesEpisodes } from './series-episodes.js';

const NOW = 1_000_000;

interface Season {
  readonly seasonNumber: number;
  readonly monitored: boolean;
  readonly episodes: readonly SonarrEpisode[];
}

interface Series {
  readonly monitored: boolean;
  readonly seasons: readonly Season[];
}

const episode = fc.record({
  airDateUtc: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
  hasFile: fc.boolean(),
  monitored: fc.boolean(),
});

const season = (seasonNumber: number): fc.Arbitrary<Season> =>
  fc
    .tuple(fc.boolean(), fc.constantFrom('empty', 'full', 'mixed'), fc.array(episode, { maxLength: 4 }))
    .map(([monitored, held, list]) => ({
      seasonNumber,
      monitored,
      episodes: list.map((one, index) => ({
        ...one,
        hasFile: held === 'mixed' ? one.hasFile : held === 'full',
        id: seasonNumber * 100 + index,
        seasonNumber,
        episodeNumber: index + 1,
      })),
    }));

const anySeries: fc.Arbitrary<Series> = fc.record({
  monitored: fc.boolean(),
  seasons: fc.tuple(season(0), season(1), season(2), season(3)),
});
const anyWanted = fc.option(fc.subarray([1, 2, 3, 4]), { nil: undefined });

const entryOf = ({ monitored, seasons }: Series): SeriesDigestEntry => ({
  recordId: 1,
  monitored,
  seasons: seasons.map(({ seasonNumber, monitored: watched, episodes }) => {
    const files = episodes.filter(({ hasFile }) => hasFile).length;
    return { seasonNumber, monitored: watched, files, total: episodes.length, sizeOnDisk: files };
  }),
});

/** As the library module judges: the list is read only where it is needed. */
function judged(series: Series, isListReadable: boolean): SeriesAvailability {
  const entry = entryOf(series);
  const isRead = isListReadable && needsEpisodes(entry);
  const episodes = isRead ? seriesEpisodes(series.seasons.flatMap(({ episodes: list }) => list)) : null;
  return judgeSeries({ entry, episodes, freshFlags: isRead }, NOW);
}

/** The truth, by going through every episode. */
function model(
  series: Series,
  wanted: readonly number[] | undefined,
  hasAired: (one: SonarrEpisode) => boolean,
): string {
  let aired = 0;
  let files = 0;
  let requested = false;
  for (const { seasonNumber, monitored, episodes } of series.seasons) {
    if (seasonNumber === 0 || (wanted && !wanted.includes(seasonNumber))) continue;
    let held = 0;
    for (const one of episodes) {
      if (one.hasFile) held += 1;
      if (one.hasFile || hasAired(one)) aired += 1;
    }
    files += held;
    if (held === 0 && monitored && series.monitored) requested = true;
  }
  if (files > 0) return files >= aired ? 'available' : `partial ${files / aired}`;
  return requested ? 'requested' : 'unavailable';
}

const byDate = ({ airDateUtc }: SonarrEpisode): boolean => airDateUtc !== null && airDateUtc <= NOW;
const summaryOf = (state: SeasonsState): string => {
  if (!state.known) return 'unknown';
  return state.status === 'partial' ? `partial ${state.progress}` : state.status;
};
const word = (text: string): string => text.split(' ')[0] ?? '';
const runs = { numRuns: generatedCount(10_000) };

describe('judgeSeasons against a model that goes through every episode', () => {
  it('doc 4 §4.2: with a list that can be read the whole series is always known and right', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        expect(summaryOf(judgeSeasons(judged(series, true)))).toBe(model(series, undefined, byDate));
      }),
      runs,
    );
  });

  it('doc 4 §4.2: with a list that can be read any choice of seasons is known and right', () => {
    fc.assert(
      fc.property(anySeries, anyWanted, (series, wanted) => {
        expect(summaryOf(judgeSeasons(judged(series, true), wanted))).toBe(model(series, wanted, byDate));
      }),
      runs,
    );
  });

  it('doc 4 §4.2: without the list it is known exactly when no air date could change it, and then it is right', () => {
    fc.assert(
      fc.property(anySeries, anyWanted, (series, wanted) => {
        const extremes = [() => true, () => false].map((hasAired) => word(model(series, wanted, hasAired)));
        const expected = extremes[0] === extremes[1] ? extremes[0] : 'unknown';
        expect(word(summaryOf(judgeSeasons(judged(series, false), wanted)))).toBe(expected);
      }),
      runs,
    );
  });

  it('says of a first episode what its own file says, wherever it is known', () => {
    fc.assert(
      fc.property(anySeries, fc.boolean(), fc.integer({ min: 1, max: 3 }), (series, isReadable, number) => {
        const state = judgePilot(judged(series, isReadable), number);
        const first = series.seasons[number]?.episodes[0];
        if (state.known) expect(state.status === 'available').toBe(first?.hasFile === true);
        // Only flags can be missing where the list could be read.
        if (isReadable && first?.hasFile) expect(state.known).toBe(true);
      }),
      runs,
    );
  });
});
