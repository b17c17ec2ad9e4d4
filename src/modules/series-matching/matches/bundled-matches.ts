import type { SeasonMap } from './season-map.js';

/** A correction that comes with the server. */
interface BundledMatch {
  readonly tvdbId: number;
  readonly seasons: SeasonMap;
}

/** One series in the library's catalog; at the metadata provider each of its seasons is a series of its own. */
const ANTHOLOGY = 389_492;

/** By the provider's id of the series. Source: doc 4 section 1.14, order 2. */
const BUNDLED: ReadonlyMap<number, BundledMatch> = new Map(
  [113_988, 225_634, 286_801, 299_939].map((tmdbId, at) => [
    tmdbId,
    { tvdbId: ANTHOLOGY, seasons: new Map([[1, at + 1]]) },
  ]),
);

/** The correction for a series; undefined for all but a few. */
export function bundledMatch(tmdbId: number): BundledMatch | undefined {
  return BUNDLED.get(tmdbId);
}
