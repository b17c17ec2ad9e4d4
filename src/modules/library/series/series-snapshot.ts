import type { SeriesJudgement } from './judge-cached-series.js';
import type { SeriesDigestEntry } from './series-digest.js';

/**
 * What one library holds of all series, for readers who remember much of it and want to know what moved.
 *
 * An entry never changes. A series that says something else has another object, also one whose manager has told that
 * something became of it; one that says the same keeps its object from reading to reading.
 */
export interface SeriesSnapshot {
  /** Another number whenever an entry came, went or became another. The same number: nothing to compare. */
  readonly version: number;
  /** By TVDB id. Entries read anew later may come into it; the next shelf then has another version. */
  readonly series: ReadonlyMap<number, SeriesDigestEntry>;
  /** Where a series stands by what is in memory, now. Never waits and never asks the library. */
  judge(tvdbId: number): SeriesJudgement;
}
