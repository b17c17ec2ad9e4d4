import type { Role } from '../../../core/access/permissions.js';
import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import { optional, rfc3339, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import { type TvMatchResponse, tvMatchView } from '../../series-matching/series-matching.public.js';
import type { Submission } from '../kinds/request-kind.js';
import type { ShownStatus, StatusNow, StatusUnknownReason, TrackedRequest } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { DispatchRow } from '../saved/job-rows.js';
import type { RequestRow } from '../saved/rows.js';
import type { PictureRequest } from '../status/request-status.service.js';
import type { TitleStates } from '../status/title-statuses.service.js';
import type { PendingRequestView } from './queued-request.view.js';
import {
  catalogRequest,
  type CatalogRequestView,
  catalogStatus,
  type CatalogStatusView,
  deliveryState,
  type DeliveryStateView,
  firstWait,
  type FormatWaitView,
  matchOfRequest,
  seasonStatuses,
  type SeasonStatusView,
  seriesMembers,
  type SeriesMembersView,
} from './request-members.view.js';

/** Whether the status is known. */
interface KnowledgeView {
  /** False when the library can't be read: the saved status is shown then. */
  readonly status_known: boolean;
  readonly status_unknown_reason?: StatusUnknownReason;
}

/** The current status. */
interface StatusMembersView extends CatalogStatusView {
  readonly status: ShownStatus;
  /**
   * 0 to 1.
   *
   * @fraction
   */
  readonly progress: number;
  /** A series: its seasons, by number. */
  readonly seasons?: readonly SeasonStatusView[];
  /** A film: its release dates, `YYYY-MM-DD`, as the library knows them. */
  readonly releases?: { readonly in_cinemas?: string; readonly digital?: string };
}

/** The result of a request. */
export interface CreatedRequestView
  extends SeriesMembersView, KnowledgeView, CatalogStatusView, Pick<CatalogRequestView, 'catalog_ref'> {
  readonly success: true;
  readonly status: ShownStatus;
  readonly title: string;
  /** For people. */
  readonly message?: string;
  readonly sentence?: SentenceView;
  /** The id of the request; left out when the library already holds the title and nothing was saved. */
  readonly request_id?: number;
  readonly instance_id?: string;
  /** One for each format. Left out when nothing was saved. */
  readonly delivery?: readonly DeliveryStateView[];
}

/** The status of a title or a request. */
export interface TitleStatusView extends StatusMembersView, KnowledgeView, Pick<CatalogRequestView, 'catalog_ref'> {
  /** The open request for the title, if any. */
  readonly request_id?: number;
  /** Why the caller's request for it was declined, where that is its status and a reason was given. */
  readonly deny_reason?: string;
  /** The deliveries of all open requests for the title, newest first. */
  readonly delivery?: readonly DeliveryStateView[];
  /** A series: its match in the library's catalog, if known. */
  readonly match?: TvMatchResponse;
  /** By instance id: the status in each library that the caller may use, if requested. */
  readonly instance_statuses?: Readonly<Record<string, InstanceStatusView>>;
}

interface InstanceStatusView {
  readonly status: ShownStatus;
  readonly status_known: boolean;
}

/** A request of the caller. */
export interface OwnRequestView
  extends
    SeriesMembersView,
    KnowledgeView,
    CatalogRequestView,
    Pick<StatusMembersView, 'status' | 'progress'>,
    Pick<PendingRequestView, 'tmdb_id' | 'instance_id' | 'media_type' | 'title' | 'requested_at' | 'delivery'> {
  /** A book: the first of its formats that its library is still taking in. */
  readonly book_format_wait?: FormatWaitView;
  readonly request_id: number;
  readonly deny_reason?: string;
  /** Only on a page that was asked for with `limit` or `before`. Relative to the metadata provider's image host. */
  readonly poster_path?: string;
}

/** What people are told of a request that they have made or changed. */
const REQUEST_SENTENCES = {
  request_waits_for_approval: 'Waiting for approval.',
  request_made: 'Requested, and on its way to the library.',
  request_made_before: 'Already requested.',
  request_not_needed: 'Already in the library.',
  request_approved: 'Approved.',
  request_waits_for_library: 'Waiting for the library again.',
  request_matched_again: 'Matched again.',
} as const;

export const sayRequest = sayFrom(REQUEST_SENTENCES);

export function createResponse(view: TrackedRequest, reader: Role, message?: Sentence): CreatedRequestView {
  const { request, deliveries, now } = view;
  return {
    success: true,
    status: now.status,
    title: request.title,
    ...(message && words(message)),
    request_id: request.id,
    ...optional('instance_id', request.instanceId),
    ...seriesMembers(request),
    ...catalogRef(request),
    ...catalogStatus(now),
    delivery: deliveryStates(deliveries, now, reader),
    ...knowledge(now),
  };
}

/** The result of a request for a title that the library already holds: nothing was saved. */
export function ownedResponse({ title, instanceId, now }: Extract<Submission, { kind: 'owned' }>): CreatedRequestView {
  return {
    success: true,
    status: 'available',
    title,
    ...words(sayRequest('request_not_needed')),
    instance_id: instanceId,
    ...(now ? catalogStatus(now) : {}),
    status_known: true,
  };
}

export function titleResponse(
  { saved, deliveries, now, match, everywhere }: TitleStates,
  reader: Role,
): TitleStatusView {
  return {
    ...statusMembers(now),
    ...(saved ? requestMembers(saved, deliveries, now, reader) : {}),
    ...optional('match', match, (found) => tvMatchView(found, regularSeasons(now))),
    ...knowledge(now),
    ...(everywhere.size === 0 ? {} : { instance_statuses: instanceStatuses(everywhere) }),
  };
}

export function receiptResponse({ now, ...saved }: TrackedRequest, reader: Role): TitleStatusView {
  return {
    ...statusMembers(now),
    ...requestMembers(saved, saved.deliveries, now, reader),
    ...optional('match', matchOfRequest(saved.request)),
    ...knowledge(now),
  };
}

/** The status of a title that the caller never requested, without the library's state. */
export function nothingSaved(): TitleStatusView {
  return { status: 'unavailable', progress: 0, status_known: false };
}

export function requestLogEntry({ request, deliveries, now }: TrackedRequest, reader: Role): OwnRequestView {
  return {
    request_id: request.id,
    tmdb_id: request.tmdbId,
    ...optional('instance_id', request.instanceId),
    media_type: request.mediaType,
    title: request.title,
    status: now.status,
    progress: now.progress,
    ...knowledge(now),
    ...denyReason(request, now),
    requested_at: rfc3339(request.requestedAt),
    ...seriesMembers(request),
    ...catalogRequest(request),
    ...optional('book_format_wait', firstWait(now)),
    delivery: deliveryStates(deliveries, now, reader),
  };
}

/** A request of the caller on a page of its list, with its poster. */
export function pictureEntry({ view, posterPath }: PictureRequest, reader: Role): OwnRequestView {
  return { ...requestLogEntry(view, reader), ...optional('poster_path', posterPath) };
}

/** The message of a submission for its requester. */
export function submissionMessage(view: TrackedRequest, isNew: boolean): Sentence {
  if (view.now.status === 'pending') return sayRequest('request_waits_for_approval');
  return sayRequest(isNew ? 'request_made' : 'request_made_before');
}

const words = (message: Sentence) => ({ message: message.text, sentence: sentenceView(message) });

function regularSeasons({ seasons = [] }: StatusNow): readonly number[] {
  return seasons.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0);
}

function statusMembers(now: StatusNow): StatusMembersView {
  return {
    status: now.status,
    progress: now.progress,
    ...optional('seasons', now.seasons, seasonStatuses),
    ...catalogStatus(now),
    ...releasesOf(now),
  };
}

function requestMembers(
  { request }: Pick<SavedRequest, 'request'>,
  deliveries: readonly DispatchRow[],
  now: StatusNow,
  reader: Role,
) {
  return {
    request_id: request.id,
    ...denyReason(request, now),
    ...catalogRef(request),
    delivery: deliveryStates(deliveries, now, reader),
  };
}

function denyReason(request: RequestRow, now: StatusNow): { readonly deny_reason?: string } {
  return optional('deny_reason', now.status === 'denied' ? request.denyReason : null);
}

function catalogRef(request: RequestRow): Pick<CatalogRequestView, 'catalog_ref'> {
  return optional('catalog_ref', catalogRequest(request).catalog_ref);
}

function instanceStatuses(everywhere: ReadonlyMap<string, StatusNow>): Record<string, InstanceStatusView> {
  return Object.fromEntries(
    [...everywhere].map(([id, { status, statusKnown }]) => [id, { status, status_known: statusKnown }] as const),
  );
}

function knowledge({ statusKnown, statusUnknownReason }: StatusNow): KnowledgeView {
  return { status_known: statusKnown, ...optional('status_unknown_reason', statusUnknownReason) };
}

function releasesOf({ releases }: StatusNow) {
  if (!releases) return {};
  const { inCinemas, digital } = releases;
  return { releases: { ...optional('in_cinemas', inCinemas), ...optional('digital', digital) } };
}

function deliveryStates(
  deliveries: readonly DispatchRow[],
  { comesOutOn, formatsComeOutOn }: StatusNow,
  reader: Role,
): readonly DeliveryStateView[] {
  const dayOf = ({ format }: DispatchRow) => (format === '' ? comesOutOn : formatsComeOutOn?.get(format));
  return deliveries.map((delivery) => deliveryState(delivery, reader, dayOf(delivery)));
}
