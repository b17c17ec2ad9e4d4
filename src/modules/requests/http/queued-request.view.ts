import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import { jointDelivery } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { DeliveryCode, DispatchState } from '../saved/job-rows.js';
import type { RequestRow, SavedStatus } from '../saved/rows.js';
import type { MediaType } from '../saved/work.js';
import type { QueuedRequest } from '../status/all-requests.service.js';
import {
  catalogRequest,
  type CatalogRequestView,
  deliveryState,
  type DeliveryStateView,
  seriesMembers,
  type SeriesMembersView,
} from './request-members.view.js';

/** The failures of a library manager that older clients know. */
const ADD_FAILURES = [
  'metadata_unresolved',
  'import_abandoned',
  'import_failed',
  'import_cancelled',
] as const satisfies readonly DeliveryCode[];

type AddFailure = (typeof ADD_FAILURES)[number];

/** A request that waits for a decision. */
export interface PendingRequestView extends SeriesMembersView, Pick<CatalogRequestView, 'foreign_id' | 'catalog_ref'> {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly tmdb_id: number;
  /** 0 for a film. */
  readonly tvdb_id: number;
  readonly media_type: MediaType;
  readonly title: string;
  /** Relative to the metadata provider's image host. */
  readonly poster_path?: string;
  /** A book: `ebook`, `audiobook` or `both`. Empty for other titles. */
  readonly book_format: RequestRow['bookFormat'];
  /** Left out once the library has been removed. */
  readonly instance_id?: string;
  readonly instance_name?: string;
  /** How many accounts wait for it. */
  readonly requester_count: number;
  /** Empty for a film. */
  readonly season_scope: string;
  /** 0 for the server's choice. */
  readonly quality_profile_id: number;
  readonly requested_at: Rfc3339;
  /** One for each format. */
  readonly delivery: readonly DeliveryStateView[];
}

/** A request whose delivery waits. */
export interface ParkedRequestView extends PendingRequestView {
  readonly wait_reason?: DeliveryCode;
  readonly last_attempt_at?: Rfc3339;
  /** Of a delivery that has stopped: the part of its reason that older clients know. */
  readonly add_failure_reason?: AddFailure;
}

export function pendingRequest({
  request,
  deliveries,
  requesters,
  instanceName,
  posterPath,
}: QueuedRequest): PendingRequestView {
  return {
    id: request.id,
    user_id: request.userId,
    username: request.requesterName,
    tmdb_id: request.tmdbId,
    tvdb_id: 0,
    media_type: request.mediaType,
    title: request.title,
    ...optional('poster_path', posterPath),
    ...catalogRequest(request),
    book_format: request.bookFormat,
    ...optional('instance_id', request.instanceId),
    ...optional('instance_name', instanceName),
    requester_count: requesters.length,
    season_scope: '',
    quality_profile_id: request.qualityProfileId,
    requested_at: rfc3339(request.requestedAt),
    ...seriesMembers(request),
    delivery: deliveries.map((delivery) => deliveryState(delivery, 'admin')),
  };
}

export function parkedRequest(parked: QueuedRequest): ParkedRequestView {
  const { code, lastAttemptAt } = jointDelivery(parked.deliveries);
  const stopped = parked.deliveries.filter(({ state }) => state === 'attention');
  return {
    ...pendingRequest(parked),
    ...optional('wait_reason', code),
    ...optional('last_attempt_at', lastAttemptAt, rfc3339),
    ...optional(
      'add_failure_reason',
      ADD_FAILURES.find((failure) => stopped.some(({ code }) => code === failure)),
    ),
  };
}

/** Requests that were made by another match than the current one. */
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
