import type { TvMatchProblem } from '../series-matching.errors.js';
import { type SeasonMap, encodeSeasonMap } from './season-map.js';
import { createHash } from 'node:crypto';
import type { OverrideMode } from '../rows.js';

export type MatchProvenance = 'default' | 'bundled' | 'custom' | 'metadata' | 'title';

/** The match of a series of the metadata provider with one of the library managers' catalog. */
export interface TvMatch {
  readonly tmdbId: number;
  /** The provider's title; null when it was not asked. */
  readonly title: string | null;
  /** Null while paused without a target, or unresolved. An ambiguous match has one where only the seasons differ: see {@link isDoubted}. */
  readonly tvdbId: number | null;
  /** The library's number of each regular season: the same, or by a map without those that have no counterpart. */
  readonly seasons: 'same' | SeasonMap;
  readonly provenance: MatchProvenance;
  /** 24 hexadecimal digits that change with the target, the map and the mode. */
  readonly revision: string;
  readonly state: 'resolved' | 'paused' | 'unresolved';
  /** Set unless resolved. */
  readonly problem: TvMatchProblem | null;
}

/** Is there one series that could be meant, whose seasons the two catalogs count differently? */
export function isDoubted({ problem, tvdbId }: Pick<TvMatch, 'problem' | 'tvdbId'>): boolean {
  return problem === 'tv_match_ambiguous' && tvdbId !== null;
}

/** The seasons of a selection with the library's numbers, and those without a counterpart. */
export interface MappedSeasons {
  readonly map: SeasonMap;
  readonly unmapped: readonly number[];
}

/** Finds the library's numbers of these seasons of the provider. */
export function mapSeasons({ seasons }: Pick<TvMatch, 'seasons'>, sources: readonly number[]): MappedSeasons {
  const pairs = sources.map((source) => [source, seasons === 'same' ? source : seasons.get(source)] as const);
  const mapped = pairs.flatMap(([source, target]) => (target === undefined ? [] : [[source, target] as const]));
  const unmapped = pairs.flatMap(([source, target]) => (target === undefined ? [source] : []));
  return { map: new Map(mapped), unmapped };
}

const DIGITS = 24;

/** How a match was found, and which seasons exist, are not part of it. */
export interface MatchContent {
  /** `default` without a correction. */
  readonly mode: OverrideMode | 'default';
  readonly tvdbId: number | null;
  readonly seasons: 'same' | SeasonMap;
}

/**
 * Equal exactly when mode, target and map are: the beginning of a SHA-256. A match that is changed back has its old revision again, so that
 * requests made by it are valid again.
 */
export function tvMatchRevision({ mode, tvdbId, seasons }: MatchContent): string {
  const content = JSON.stringify([mode, tvdbId, seasons === 'same' ? null : encodeSeasonMap(seasons)]);
  return createHash('sha256').update(content).digest('hex').slice(0, DIGITS);
}
