import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import type { DispatchState } from '../delivery/dispatch-row.entity.js';
import type { SavedRequest } from '../delivery/dispatches.js';
import { mapSeasons, type TvMatch, type TvMatchProblem } from '../identity/tv-match.js';
import type { TvTarget } from '../identity/tv-catalog.js';
import type { OverridePage, ViewedMatch } from '../identity/view-tv-matches.js';
import type { RequestRow, SavedStatus } from '../saved/request-row.entity.js';
import { tryDecodeSeasonMap, type SeasonMap } from '../saved/season-map.js';
import { optional } from './optional-member.js';

/** Which series of the library's catalog a series of the metadata provider is. Source: doc 4 section 1.14, TVMatch. */
export interface TvMatchResponse {
  readonly tmdb_id: number;
  readonly title?: string;
  readonly tvdb_id?: number;
  readonly target_title?: string;
  /** By the provider's season: what the library calls it. */
  readonly season_map: Readonly<Record<string, number>>;
  /** `default` only while no source has said which series it is. */
  readonly provenance: TvMatch['provenance'];
  readonly revision: string;
  readonly state: TvMatch['state'];
  /** Why it isn't resolved, for people. */
  readonly message?: string;
  /** The library manager's own id of the series. */
  readonly series_id?: number;
}

/** A part of the corrections that administrators have made. Source: doc 4 section 1.1, GET /api/admin/tv-matches. */
export interface TvMatchListView {
  readonly matches: readonly TvMatchResponse[];
  /** The `before` of the next part; left out at the end. */
  readonly next_before?: number;
}

/** A match with both sides of it. Source: doc 4 section 1.14, GET one. */
export interface ViewedTvMatchView {
  readonly match: TvMatchResponse;
  /** The provider's regular seasons; null while it can't be asked. */
  readonly source_seasons: readonly number[] | null;
  /** The library manager's; empty without a target, null while it can't be asked. */
  readonly target_seasons: readonly number[] | null;
  /** The library that was asked; left out when there is none. */
  readonly instance_id?: string;
}

/** What a library manager offers as targets. Source: doc 4 section 1.1, candidates. */
export interface TvCandidatesView {
  readonly candidates: readonly {
    readonly tvdb_id: number;
    readonly tmdb_id?: number;
    readonly title: string;
    /** 0 where the manager doesn't know it. */
    readonly year: number;
    readonly seasons: readonly number[];
    /** The library manager's own id; left out while it isn't in the library. */
    readonly series_id?: number;
  }[];
}

/** Requests that were made by another match than the one of today. Source: doc 4 section 1.1, repairs. */
export interface TvMatchRepairsView {
  readonly repairs: readonly {
    readonly request_id: number;
    readonly user_id: number;
    readonly username: string;
    readonly title: string;
    readonly status: SavedStatus;
    /** Left out where they can't be read. */
    readonly seasons?: readonly number[];
    readonly tvdb_id?: number;
    readonly revision?: string;
    readonly instance_id?: string;
    readonly requested_at: Rfc3339;
    readonly delivery_state: DispatchState;
  }[];
}

const MESSAGES: Readonly<Record<TvMatchProblem, string>> = {
  tv_match_paused: 'An administrator holds this series back.',
  tv_match_ambiguous: 'The library knows more than one series of this title and year.',
  tv_target_missing: 'The library knows no such series.',
  tv_metadata_unavailable: 'It can not be found out for now which series this is.',
  library_unavailable: 'The library can not be asked for now which series this is.',
};

/**
 * A match. Source: doc 4 section 1.14, TVMatch.
 *
 * @param sourceSeasons the provider's regular seasons; a map that an administrator gave is shown whole besides
 * @param target what the library manager knows of the target, where it was asked
 */
export function tvMatchView(
  match: TvMatch,
  sourceSeasons: readonly number[],
  target: Pick<TvTarget, 'title' | 'seriesId'> | null = null,
): TvMatchResponse {
  return {
    tmdb_id: match.tmdbId,
    ...(match.title === null ? {} : { title: match.title }),
    ...(match.tvdbId === null ? {} : { tvdb_id: match.tvdbId }),
    ...(target ? { target_title: target.title } : {}),
    season_map: seasonMapView(shownSeasons(match, sourceSeasons)),
    provenance: match.provenance,
    revision: match.revision,
    state: match.state,
    ...(match.problem === null ? {} : { message: MESSAGES[match.problem] }),
    ...(target && target.seriesId !== null ? { series_id: target.seriesId } : {}),
  };
}

/**
 * The match that a request was made by, for its own seasons; undefined for what isn't a series, and where the stored
 * seasons can't be read.
 * Source: doc 4 section 1.3, `match`.
 */
export function matchOfRequest(row: RequestRow): TvMatchResponse | undefined {
  const { tmdbId, title, tvdbId, seasonMap, matchRevision, matchProvenance } = row;
  const seasons = tryDecodeSeasonMap(seasonMap);
  if (tvdbId === null || matchRevision === null || seasons === null) return undefined;
  return {
    tmdb_id: tmdbId,
    title,
    tvdb_id: tvdbId,
    season_map: seasonMapView(seasons),
    provenance: matchProvenance ?? 'default',
    revision: matchRevision,
    state: 'resolved',
  };
}

/** A part of the corrections. */
export function tvMatchList({ matches, nextBefore }: OverridePage): TvMatchListView {
  return { matches: matches.map((match) => tvMatchView(match, [])), ...optional('next_before', nextBefore) };
}

/** Null stands for a side that can't be asked for now. */
export function viewedMatch({
  match,
  sourceSeasons,
  targetSeasons,
  target,
  instanceId,
}: ViewedMatch): ViewedTvMatchView {
  return {
    match: tvMatchView(match, sourceSeasons ?? [], target),
    source_seasons: sourceSeasons,
    target_seasons: targetSeasons,
    ...(instanceId === null ? {} : { instance_id: instanceId }),
  };
}

/** A year of 0 is one that the manager doesn't know. */
export function tvCandidates(candidates: readonly TvTarget[]): TvCandidatesView {
  return {
    candidates: candidates.map(({ tvdbId, tmdbId, title, year, seasons, seriesId }) => ({
      tvdb_id: tvdbId,
      ...(tmdbId === null ? {} : { tmdb_id: tmdbId }),
      title,
      year,
      seasons,
      ...(seriesId === null ? {} : { series_id: seriesId }),
    })),
  };
}

/** Seasons that can't be read are left out. */
export function tvMatchRepairs(affected: readonly SavedRequest[]): TvMatchRepairsView {
  return {
    repairs: affected.map(({ request, delivery }) => ({
      request_id: request.id,
      user_id: request.userId,
      username: request.requesterName,
      title: request.title,
      status: request.status,
      ...optional('seasons', tryDecodeSeasonMap(request.seasonMap), (map) => [...map.keys()]),
      ...(request.tvdbId === null ? {} : { tvdb_id: request.tvdbId }),
      ...(request.matchRevision === null ? {} : { revision: request.matchRevision }),
      ...(request.instanceId === null ? {} : { instance_id: request.instanceId }),
      requested_at: rfc3339(request.requestedAt),
      delivery_state: delivery.state,
    })),
  };
}

function shownSeasons(match: TvMatch, sourceSeasons: readonly number[]): SeasonMap {
  if (match.seasons !== 'same') return match.seasons;
  return match.tvdbId === null ? new Map() : mapSeasons(match, sourceSeasons).map;
}

const seasonMapView = (map: SeasonMap): Record<string, number> => Object.fromEntries(map);
