import type { TvMatchProblem } from '../series-matching.errors.js';
import type { SeasonMap } from './season-map.js';

/** How it was found out which series of a library's catalog is meant. Source: doc 4 section 1.14, TVMatch. */
export type MatchProvenance = 'default' | 'bundled' | 'custom' | 'metadata' | 'title';

/** Which series of the library managers' catalog a series of the metadata provider is. Source: doc 4 section 1.14. */
export interface TvMatch {
  readonly tmdbId: number;
  /** The provider's title; null where it was not asked. */
  readonly title: string | null;
  /** Id in the library managers' catalog; null while paused without a target or unresolved. */
  readonly tvdbId: number | null;
  /** What each regular season is called there: the same number, or by a map that leaves out what has no counterpart. */
  readonly seasons: 'same' | SeasonMap;
  readonly provenance: MatchProvenance;
  /** 24 hexadecimal digits: another one as soon as the target, the map or the mode is another one. */
  readonly revision: string;
  readonly state: 'resolved' | 'paused' | 'unresolved';
  /** Set unless resolved. */
  readonly problem: TvMatchProblem | null;
}

/** The seasons of a selection as the library calls them, and those that it has no counterpart for. */
export interface MappedSeasons {
  readonly map: SeasonMap;
  readonly unmapped: readonly number[];
}

/** What are these seasons of the provider called in the library's catalog? */
export function mapSeasons({ seasons }: Pick<TvMatch, 'seasons'>, sources: readonly number[]): MappedSeasons {
  const pairs = sources.map((source) => [source, seasons === 'same' ? source : seasons.get(source)] as const);
  const mapped = pairs.flatMap(([source, target]) => (target === undefined ? [] : [[source, target] as const]));
  const unmapped = pairs.flatMap(([source, target]) => (target === undefined ? [source] : []));
  return { map: new Map(mapped), unmapped };
}
