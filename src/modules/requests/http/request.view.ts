import type { Role } from '../../../core/access/permissions.js';
import { rfc3339 } from '../../../core/http/rfc3339.js';
import { mayCancel, mayRetry } from '../decisions/delivery-actions.js';
import type { DispatchRow } from '../delivery/dispatch-row.entity.js';
import type { QueuedRequest } from '../status/pending-queue.js';
import type { FilmState } from '../status/read-requests.js';
import type { StatusNow } from '../status/request-status.js';
import type { TrackedRequest } from '../status/tracked-request.js';
import { deliveryMessage } from './delivery-message.js';

/** Source: doc 4 section 1.3, DeliveryState. */
function deliveryState(delivery: DispatchRow, reader: Role) {
  const timed = delivery.state === 'queued' || delivery.state === 'retry';
  return {
    request_id: delivery.requestId,
    state: delivery.state,
    attempts: delivery.attempts,
    ...optional('last_attempt_at', delivery.lastAttemptAt, rfc3339),
    ...(timed ? optional('next_attempt_at', delivery.nextAttemptAt, rfc3339) : {}),
    ...optional('code', delivery.code),
    message: deliveryMessage(delivery, reader),
    can_manage: mayRetry(delivery.state),
    can_cancel: mayCancel(delivery.state),
  };
}

/** Source: doc 4 section 1.3, CreateResponse. */
export function createResponse(view: TrackedRequest, reader: Role, message?: string) {
  const { request, delivery, now } = view;
  return {
    success: true,
    status: now.status,
    title: request.title,
    ...optional('message', message),
    request_id: request.id,
    ...optional('instance_id', request.instanceId),
    delivery: [deliveryState(delivery, reader)],
    ...knowledge(now),
  };
}

/** The answer to a request for what the library holds already: nothing was saved. Source: doc 4 section 1.12. */
export function ownedResponse(title: string, instanceId: string) {
  return {
    success: true,
    status: 'available',
    title,
    message: 'Already in the library.',
    instance_id: instanceId,
    status_known: true,
  };
}

/** Source: doc 4 section 1.3, StatusResponse. */
export function statusResponse({ saved, now }: FilmState, reader: Role) {
  return {
    status: now.status,
    progress: now.progress,
    ...releasesOf(now),
    ...(saved ? { request_id: saved.request.id, delivery: [deliveryState(saved.delivery, reader)] } : {}),
    ...knowledge(now),
  };
}

/** Source: doc 4 section 1.3, StatusResponse, for a receipt. */
export function receiptResponse({ now, ...saved }: TrackedRequest, reader: Role) {
  return statusResponse({ saved, now }, reader);
}

/** Source: doc 4 section 1.3, RequestLog. */
export function requestLogEntry({ request, delivery, now }: TrackedRequest, reader: Role) {
  return {
    request_id: request.id,
    tmdb_id: request.tmdbId,
    ...optional('instance_id', request.instanceId),
    media_type: request.mediaType,
    title: request.title,
    status: now.status,
    progress: now.progress,
    ...knowledge(now),
    ...optional('deny_reason', now.status === 'denied' ? request.denyReason : null),
    requested_at: rfc3339(request.requestedAt),
    delivery: [deliveryState(delivery, reader)],
  };
}

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
    delivery: [deliveryState(delivery, 'admin')],
  };
}

/** What to tell the one who asked. */
export function submissionMessage(view: TrackedRequest, isNew: boolean): string {
  if (view.now.status === 'pending') return 'Waiting for approval.';
  return isNew ? 'Requested, and on its way to the library.' : 'Already requested.';
}

function knowledge({ statusKnown, statusUnknownReason }: StatusNow) {
  return { status_known: statusKnown, ...optional('status_unknown_reason', statusUnknownReason) };
}

function releasesOf({ releases }: StatusNow) {
  if (!releases) return {};
  const { inCinemas, digital } = releases;
  return { releases: { ...optional('in_cinemas', inCinemas), ...optional('digital', digital) } };
}

/** A member that is left out when there is nothing to say. */
function optional<Name extends string, Value, Shown = Value>(
  name: Name,
  value: Value | null | undefined,
  show: (value: Value) => Shown = (same) => same as unknown as Shown,
): Partial<Record<Name, Shown>> {
  return value === null || value === undefined ? {} : ({ [name]: show(value) } as Partial<Record<Name, Shown>>);
}
