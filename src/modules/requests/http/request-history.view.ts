import { rfc3339 } from '../../../core/http/rfc3339.js';
import type { Requester } from '../status/history-rows.js';
import type { HistoryPage, PastRequest } from '../status/request-history.js';
import { optional } from './optional-member.js';

/** Source: doc 4 section 1.4. */
export function historyResponse({ requests, requesters, nextBefore }: HistoryPage) {
  return {
    requests: requests.map(pastRequest),
    requesters: requesters.map(requester),
    ...optional('next_before', nextBefore),
  };
}

function pastRequest({ request, decision, decidedBy, instanceName, posterPath }: PastRequest) {
  return {
    id: request.id,
    tmdb_id: request.tmdbId,
    media_type: request.mediaType,
    title: request.title,
    ...optional('poster_path', posterPath),
    ...optional('instance_id', request.instanceId),
    ...optional('instance_name', instanceName),
    ...optional('season_scope', request.seasonScope || null),
    decision,
    ...optional('decided_by', decidedBy),
    ...optional('decided_at', request.decidedAt, rfc3339),
    ...optional('deny_reason', request.denyReason || null),
    requested_at: rfc3339(request.requestedAt),
    requesters: [requester({ userId: request.userId, username: request.requesterName })],
  };
}

function requester({ userId, username }: Requester) {
  return { user_id: userId, username };
}
