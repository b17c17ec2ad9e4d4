import { rfc3339 } from '../../../core/http/rfc3339.js';
import type { DeliveryCode } from '../delivery/delivery-code.js';
import type { QueuedRequest } from '../status/request-queues.js';
import { deliveryState } from './delivery-state.view.js';
import { optional } from './optional-member.js';
import { seriesMembers } from './request-seasons.view.js';

/** What a library manager could not do with a title, as older clients know it. Source: doc 4 section 1.8. */
const ADD_FAILURES: ReadonlySet<DeliveryCode> = new Set([
  'metadata_unresolved',
  'import_abandoned',
  'import_failed',
  'import_cancelled',
]);

/** Source: doc 4 section 1.3, PendingRequest. */
export function pendingRequest({ request, delivery, instanceName, posterPath }: QueuedRequest) {
  return {
    id: request.id,
    user_id: request.userId,
    username: request.requesterName,
    tmdb_id: request.tmdbId,
    tvdb_id: 0,
    media_type: request.mediaType,
    title: request.title,
    ...optional('poster_path', posterPath),
    book_format: '',
    ...optional('instance_id', request.instanceId),
    ...optional('instance_name', instanceName),
    requester_count: 1,
    season_scope: '',
    quality_profile_id: request.qualityProfileId,
    requested_at: rfc3339(request.requestedAt),
    ...seriesMembers(request),
    delivery: [deliveryState(delivery, 'admin')],
  };
}

/** Source: doc 4 section 1.3, PendingRequest, with why its delivery waits. */
export function parkedRequest(parked: QueuedRequest) {
  const { code, lastAttemptAt } = parked.delivery;
  return {
    ...pendingRequest(parked),
    ...optional('wait_reason', code),
    ...optional('last_attempt_at', lastAttemptAt, rfc3339),
    ...optional('add_failure_reason', code && ADD_FAILURES.has(code) ? code : null),
  };
}
