import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import {
  seasonMapView,
  tryDecodeSeasonMap,
  type TvMatchResponse,
} from '../../series-matching/series-matching.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import type { RequestRow, SavedStatus } from '../saved/request-row.entity.js';
import type { SeasonNow, ShownStatus } from '../kinds/request-status.js';

/** Requests that were made by another match than the current one. Source: doc 4 section 1.1, repairs. */
export interface TvMatchRepairsView {
  readonly repairs: readonly {
    readonly request_id: number;
    readonly user_id: number;
    readonly username: string;
    readonly title: string;
    readonly status: SavedStatus;
    /** Left out when the stored seasons can't be read. */
    readonly seasons?: readonly number[];
    readonly tvdb_id?: number;
    readonly revision?: string;
    readonly instance_id?: string;
    readonly requested_at: Rfc3339;
    readonly delivery_state: DispatchState;
  }[];
}

/**
 * The match that a request was made by, with the request's own seasons; undefined for films, and when the stored
 * seasons can't be read. Source: doc 4 section 1.3, `match`.
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

/** Lists requests to repair. Seasons that can't be read are left out. */
export function tvMatchRepairs(affected: readonly SavedRequest[]): TvMatchRepairsView {
  return {
    repairs: affected.map(({ request, deliveries: [delivery] }) => ({
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

/** The members that only requests for series have. Source: doc 4 section 1.3. */
export interface SeriesMembersView {
  /** A series: its id in the library's catalog, if known. */
  readonly tvdb_id?: number;
  /** A series: `all`, `first`, `latest` or `pilot`, or the seasons by number: `1,2`. */
  readonly season_scope?: string;
  /** A series: the match that the request was made by. */
  readonly match?: TvMatchResponse;
}

/** The current state of a season. Source: doc 4 section 1.3, StatusResponse, `seasons`. */
export interface SeasonStatusView {
  /** The metadata provider's number; 0 holds the specials. */
  readonly season_number: number;
  /** Episodes that have a file. */
  readonly episode_file_count: number;
  /** Episodes that have aired. */
  readonly episode_count: number;
  readonly status: ShownStatus;
  /**
   * 0 to 1.
   *
   * @fraction
   */
  readonly progress: number;
}

/** Empty for a film. */
export function seriesMembers(request: RequestRow): SeriesMembersView {
  if (request.mediaType !== 'tv') return {};
  return {
    ...optional('tvdb_id', request.tvdbId),
    season_scope: request.seasonScope,
    ...optional('match', matchOfRequest(request)),
  };
}

/** The current state of a series' seasons. */
export function seasonStatuses(seasons: readonly SeasonNow[]): readonly SeasonStatusView[] {
  return seasons.map(({ seasonNumber, files, episodes, status, progress }) => ({
    season_number: seasonNumber,
    episode_file_count: files,
    episode_count: episodes,
    status,
    progress,
  }));
}
