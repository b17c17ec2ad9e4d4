import { optional } from '../../../core/http/optional-member.js';
import { type TvMatchResponse } from '../../series-matching/series-matching.public.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import type { SeasonNow, ShownStatus } from '../status/request-status.js';
import { matchOfRequest } from './request-match.view.js';

/** What a request for a series says of itself beside what one for a film says. Source: doc 4 section 1.3. */
export interface SeriesMembersView {
  /** A series: its id in the library's catalog, where that is known. */
  readonly tvdb_id?: number;
  /** A series: `all`, `first`, `latest` or `pilot`, or the seasons by number: `1,2`. */
  readonly season_scope?: string;
  /** A series: the match that the request was made by. */
  readonly match?: TvMatchResponse;
}

/** A season of a series at this moment. Source: doc 4 section 1.3, StatusResponse, `seasons`. */
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

/** Nothing, for a film. */
export function seriesMembers(request: RequestRow): SeriesMembersView {
  if (request.mediaType !== 'tv') return {};
  return {
    ...optional('tvdb_id', request.tvdbId),
    season_scope: request.seasonScope,
    ...optional('match', matchOfRequest(request)),
  };
}

/** The seasons of a series at this moment. */
export function seasonStatuses(seasons: readonly SeasonNow[]): readonly SeasonStatusView[] {
  return seasons.map(({ seasonNumber, files, episodes, status, progress }) => ({
    season_number: seasonNumber,
    episode_file_count: files,
    episode_count: episodes,
    status,
    progress,
  }));
}
