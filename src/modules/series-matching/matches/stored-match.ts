import type { TvdbCacheRow, TvMatchOverrideRow } from '../rows.js';
import type { TvMatchProblem } from '../series-matching.errors.js';
import { decodeSeasonMap, type SeasonMap } from './season-map.js';
import { tvMatchRevision, type MatchProvenance, type TvMatch } from './tv-match.js';

/** One series of the library's catalog, whose seasons are separate series at the metadata provider. */
const ANTHOLOGY = 389_492;

/** Corrections that are part of the server, by the provider's id of the series. */
const BUNDLED: ReadonlyMap<number, { readonly tvdbId: number; readonly seasons: SeasonMap }> = new Map(
  [113_988, 225_634, 286_801, 299_939].map((tmdbId, at) => [
    tmdbId,
    { tvdbId: ANTHOLOGY, seasons: new Map([[1, at + 1]]) },
  ]),
);

/** How long a finding is valid. */
export const FINDING_MS = 30 * 24 * 3_600_000;

/** An administrator's correction of a series, and what was found of it before. */
export interface StoredKnowledge {
  readonly override: Correction | null;
  readonly finding: Omit<TvdbCacheRow, 'tmdbId'> | null;
}

type Correction = Omit<TvMatchOverrideRow, 'updatedBy' | 'updatedAt'>;

/**
 * An administrator's correction, else a bundled one, else a finding of the last 30 days. Null when outside systems have to be asked.
 * @param now epoch milliseconds
 */
export function storedMatch(tmdbId: number, { override, finding }: StoredKnowledge, now: number): TvMatch | null {
  if (override) return overriddenMatch(override);
  const bundled = BUNDLED.get(tmdbId);
  if (bundled) return defaultMatch(tmdbId, bundled.tvdbId, 'bundled', { seasons: bundled.seasons });
  if (finding === null) return null;
  const match = defaultMatch(tmdbId, finding.tvdbId, finding.source);
  // A doubt doesn't end by age: an administrator has to decide, or the catalogs to agree.
  if (finding.seasonsDifferSince !== null) return doubtedMatch(match);
  // After the clock was set back the age is unknown, so the finding counts as too old.
  return finding.cachedAt <= now && now - finding.cachedAt < FINDING_MS ? match : null;
}

/** The match of an administrator's correction. */
export function overriddenMatch({ tmdbId, mode, tvdbId, seasonMap, revision }: Correction): TvMatch {
  const isPaused = mode === 'paused';
  return {
    tmdbId,
    title: null,
    tvdbId,
    seasons: seasonMap === '' ? 'same' : decodeSeasonMap(seasonMap),
    provenance: 'custom',
    revision,
    state: isPaused ? 'paused' : 'resolved',
    problem: isPaused ? 'tv_match_paused' : null,
  };
}

/** A match without a correction. The seasons are the same unless given. */
export function defaultMatch(
  tmdbId: number,
  tvdbId: number,
  provenance: MatchProvenance,
  { title = null, seasons = 'same' }: { readonly title?: string | null; readonly seasons?: SeasonMap | 'same' } = {},
): TvMatch {
  const revision = tvMatchRevision({ mode: 'default', tvdbId, seasons });
  return { tmdbId, title, tvdbId, seasons, provenance, revision, state: 'resolved', problem: null };
}

/** An administrator has to confirm it, since the catalogs count the seasons differently. Source: issue 43 C16. */
export function doubtedMatch(match: TvMatch): TvMatch {
  return { ...match, state: 'unresolved', problem: 'tv_match_ambiguous' };
}

/** Its provenance is `default`: no source has identified the series. */
export function unresolvedMatch(tmdbId: number, problem: TvMatchProblem, title: string | null = null): TvMatch {
  const revision = tvMatchRevision({ mode: 'default', tvdbId: null, seasons: 'same' });
  return {
    tmdbId,
    title,
    tvdbId: null,
    seasons: 'same',
    provenance: 'default',
    revision,
    state: 'unresolved',
    problem,
  };
}
