import type { Role } from '../../../core/access/permissions.js';
import { rfc3339 } from '../../../core/http/rfc3339.js';
import type { DispatchRow } from '../delivery/dispatch-row.entity.js';
import type { SavedRequest } from '../delivery/dispatches.js';
import type { StatusNow } from '../status/request-status.js';
import type { TitleStates } from '../status/title-statuses.js';
import type { TrackedRequest } from '../status/tracked-request.js';
import { deliveryState } from './delivery-state.view.js';
import { optional } from './optional-member.js';
import { seasonStatuses, seriesMembers } from './request-seasons.view.js';
import { matchOfRequest, tvMatchView } from './tv-match.view.js';

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
    ...seriesMembers(request),
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

/** Source: doc 4 section 1.3, StatusResponse, for a title. */
export function titleResponse({ saved, deliveries, now, match, everywhere }: TitleStates, reader: Role) {
  return {
    ...statusMembers(now),
    ...(saved ? standing(saved, deliveries, reader) : {}),
    ...optional('match', match, (found) => tvMatchView(found, regularSeasons(now))),
    ...knowledge(now),
    ...(everywhere.size === 0 ? {} : { instance_statuses: instanceStatuses(everywhere) }),
  };
}

/** Source: doc 4 section 1.3, StatusResponse, for a receipt. */
export function receiptResponse({ now, ...saved }: TrackedRequest, reader: Role) {
  return {
    ...statusMembers(now),
    ...standing(saved, [saved.delivery], reader),
    ...optional('match', matchOfRequest(saved.request)),
    ...knowledge(now),
  };
}

/** The answer to who looks for what is saved of a title that they never asked for. Source: doc 4 section 1.6. */
export function nothingSaved() {
  return { status: 'unavailable', progress: 0, status_known: false };
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
    ...seriesMembers(request),
    delivery: [deliveryState(delivery, reader)],
  };
}

/** What to tell the one who asked. */
export function submissionMessage(view: TrackedRequest, isNew: boolean): string {
  if (view.now.status === 'pending') return 'Waiting for approval.';
  return isNew ? 'Requested, and on its way to the library.' : 'Already requested.';
}

function regularSeasons({ seasons = [] }: StatusNow): readonly number[] {
  return seasons.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0);
}

function statusMembers(now: StatusNow) {
  return {
    status: now.status,
    progress: now.progress,
    ...optional('seasons', now.seasons, seasonStatuses),
    ...releasesOf(now),
  };
}

function standing({ request }: SavedRequest, deliveries: readonly DispatchRow[], reader: Role) {
  return { request_id: request.id, delivery: deliveries.map((delivery) => deliveryState(delivery, reader)) };
}

function instanceStatuses(everywhere: ReadonlyMap<string, StatusNow>) {
  const shown = [...everywhere].map(([id, { status, statusKnown }]) => [id, { status, status_known: statusKnown }]);
  return Object.fromEntries(shown) as Record<string, { status: string; status_known: boolean }>;
}

function knowledge({ statusKnown, statusUnknownReason }: StatusNow) {
  return { status_known: statusKnown, ...optional('status_unknown_reason', statusUnknownReason) };
}

function releasesOf({ releases }: StatusNow) {
  if (!releases) return {};
  const { inCinemas, digital } = releases;
  return { releases: { ...optional('in_cinemas', inCinemas), ...optional('digital', digital) } };
}
