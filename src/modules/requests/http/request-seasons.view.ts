import type { RequestRow } from '../saved/request-row.entity.js';
import type { SeasonNow } from '../status/request-status.js';
import { optional } from './optional-member.js';
import { matchOfRequest } from './tv-match.view.js';

/** What a request for a series says of itself beside what one for a film says. Source: doc 4 section 1.3. */
export function seriesMembers(request: RequestRow) {
  if (request.mediaType !== 'tv') return {};
  return {
    ...optional('tvdb_id', request.tvdbId),
    season_scope: request.seasonScope,
    ...optional('match', matchOfRequest(request)),
  };
}

/** Source: doc 4 section 1.3, StatusResponse, `seasons`. */
export function seasonStatuses(seasons: readonly SeasonNow[]) {
  return seasons.map(({ seasonNumber, files, episodes, status, progress }) => ({
    season_number: seasonNumber,
    episode_file_count: files,
    episode_count: episodes,
    status,
    progress,
  }));
}
