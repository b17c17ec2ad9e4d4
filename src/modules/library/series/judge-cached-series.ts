import { judgeSeries, needsEpisodes, type SeriesObservation } from './judge-series.js';
import type { KnownSeries } from './series-availability.js';
import type { SeriesDigestEntry } from './series-digest.js';

/** Where a series stands, and for how long that may be relied on while its entry on the shelf is the same object. */
export interface SeriesJudgement {
  /** The entry that was judged; undefined where the library has none. The shelf may have another one by now. */
  readonly entry: SeriesDigestEntry | undefined;
  /** As `availabilities` of SeriesLibraryService tells it. */
  readonly series: KnownSeries;
  /**
   * False where a list of episodes decides that isn't in memory: the seasons that need it are unknown until
   * `settle` of SeriesLibraryService has read it.
   */
  readonly settled: boolean;
  /**
   * From when on the series has to be judged again though its entry is the same, in epoch milliseconds: the next moment
   * at which an episode without a file airs, or at which its list is read again. Null when time changes nothing.
   */
  readonly until: number | null;
}

/**
 * What is known of a series at a moment, and until when.
 *
 * Source: doc 4 section 4.2 and decision "Truth about series".
 *
 * @param now epoch milliseconds
 */
export function judgeShelvedSeries(observation: SeriesObservation, now: number): SeriesJudgement {
  const { entry, episodes, listUntil } = observation;
  const settled = !entry || episodes !== null || !needsEpisodes(entry);
  return { entry, series: judgeSeries(observation, now), settled, until: untilOf(episodes, listUntil, now) };
}

function untilOf(episodes: SeriesObservation['episodes'], listUntil: number | undefined, now: number): number | null {
  let until = episodes === null ? Infinity : (listUntil ?? Infinity);
  for (const { missing } of episodes?.values() ?? []) {
    for (const airsAt of missing) if (airsAt > now && airsAt < until) until = airsAt;
  }
  return until === Infinity ? null : until;
}
