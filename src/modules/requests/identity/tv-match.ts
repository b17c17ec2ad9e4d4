import type { MatchProvenance } from '../saved/request-row.entity.js';
import type { SeasonMap } from '../saved/season-map.js';

/**
 * Why a series can't be matched with one of the library's catalog at the moment; the last two say who could not be
 * asked, the metadata provider or the library's manager. Source: doc 4 sections 1.17, codes, and 4.2.
 */
export type TvMatchProblem =
  'tv_match_paused' | 'tv_match_ambiguous' | 'tv_target_missing' | 'tv_metadata_unavailable' | 'library_unavailable';

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
