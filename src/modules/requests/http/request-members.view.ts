import type { Role } from '../../../core/access/permissions.js';
import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import { optional, rfc3339, type Rfc3339, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import {
  seasonMapView,
  tryDecodeSeasonMap,
  type TvMatchResponse,
} from '../../series-matching/series-matching.public.js';
import type { FormatWait, SeasonNow, ShownStatus, StatusNow } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat, DeliveryCode, DispatchRow, DispatchState } from '../saved/job-rows.js';
import type { RequestRow, SavedStatus } from '../saved/rows.js';
import { mayCancel, mayRetry } from '../transitions/job-changes.js';

/** What people are told of a delivery: where it is, or the reason for that. */
const DELIVERY_STATE_SENTENCES = {
  delivery_state_approval: 'Waiting for approval.',
  delivery_state_queued: 'Waiting to be sent to the library.',
  delivery_state_processing: 'Being sent to the library.',
  delivery_state_retry: 'The library could not take it yet; it is tried again.',
  delivery_state_waiting_library: 'The library is still taking it in.',
  delivery_state_attention: 'Needs attention.',
  delivery_state_complete: 'The library has accepted it.',
  delivery_state_cancelled: 'Not sent to the library.',
  delivery_reason_service_unavailable: 'The library could not take it yet; it is tried again.',
  delivery_reason_access_unavailable: 'You may no longer use this library.',
  delivery_reason_request_unavailable: 'This title is not available to you.',
  delivery_reason_instance_missing: 'The library has been removed.',
  delivery_reason_metadata_unresolved: 'This title could not be found; an administrator has to look.',
  delivery_reason_library_unavailable: 'The library could not take it; an administrator has to look.',
  delivery_reason_tv_match_changed:
    'This series has been matched with another one since; an administrator has to look.',
  delivery_reason_tv_match_paused: 'Requests for this series are held back for now.',
  delivery_reason_tv_match_ambiguous:
    'It is not sure which series or seasons of the library are meant by this series; an administrator has to look.',
  delivery_reason_tv_seasons_unmapped:
    'The library has not all of these seasons of this series; an administrator has to look.',
  delivery_reason_tv_target_missing: 'The library does not know this series.',
  delivery_reason_tv_metadata_unavailable: 'This series could not be looked up; it is tried again.',
  delivery_reason_tv_metadata_refresh:
    'The library does not know all of these seasons of this series yet; it is tried again.',
  delivery_reason_tv_pilot_unavailable: 'The library does not know the first episode of this series yet.',
  delivery_reason_import_failed: 'The library could not import it; an administrator has to look.',
  delivery_reason_import_abandoned: 'The library did not finish importing it; an administrator has to look.',
  delivery_reason_import_cancelled: 'The import into the library was stopped; an administrator has to look.',
  delivery_reason_author_import: 'The library is still taking its author in.',
  delivery_reason_import_identity_ambiguous:
    'The library knows several books like this book; an administrator has to look.',
  delivery_reason_library_identity_unresolved: 'The library may have this book already; an administrator has to look.',
  delivery_reason_book_configuration: 'The library is not set up for this format yet; an administrator has to look.',
  delivery_reason_editions_unavailable:
    'The library knows no edition of this book in this format; an administrator has to look.',
  delivery_reason_retry_limit: 'The library could not take it; an administrator has to look.',
  delivery_accepted_until: 'The library has accepted it. It is not out yet: it comes out on {day}.',
} as const;

const say = sayFrom(DELIVERY_STATE_SENTENCES);

/** The reasons that are told. */
type ReasonCode = Extract<keyof typeof DELIVERY_STATE_SENTENCES, `delivery_reason_${string}`>;

const isReason = (code: string): code is ReasonCode => code in DELIVERY_STATE_SENTENCES;

/** The library manager's own messages may name folders and servers: only administrators see them. */
export function deliveryMessage(
  { state, code, message, waitingSince }: DispatchRow,
  reader: Role,
  comesOutOn?: string,
): Sentence {
  if (reader === 'admin' && message !== null) return message;
  if (state === 'complete' && code === 'requested' && comesOutOn !== undefined)
    return say('delivery_accepted_until', { day: comesOutOn });
  // A look at the import of an author is part of the wait.
  const shown = state === 'processing' && waitingSince !== null ? 'author_import' : code;
  const reason = `delivery_reason_${shown}`;
  return isReason(reason) ? say(reason) : say(`delivery_state_${state}`);
}

/** The state of a request's delivery to its library. */
export interface DeliveryStateView {
  readonly request_id: number;
  /** A book: the format that is delivered. */
  readonly format?: BookFormat;
  readonly state: DispatchState;
  /** How many attempts were made. */
  readonly attempts: number;
  readonly last_attempt_at?: Rfc3339;
  /** Only while it waits for its next attempt. */
  readonly next_attempt_at?: Rfc3339;
  /** The reason for the state, for programs. */
  readonly code?: DeliveryCode;
  /** The reason for the state, for people. */
  readonly message: string;
  readonly sentence: SentenceView;
  /** May the delivery be retried? */
  readonly can_manage: boolean;
  readonly can_cancel: boolean;
}

/** @param comesOutOn the day on which the title comes out, while it is not out yet; `YYYY-MM-DD` */
export function deliveryState(delivery: DispatchRow, reader: Role, comesOutOn?: string): DeliveryStateView {
  const message = deliveryMessage(delivery, reader, comesOutOn);
  const timed = delivery.state === 'queued' || delivery.state === 'retry';
  return {
    request_id: delivery.requestId,
    ...(delivery.format === '' ? {} : { format: delivery.format }),
    state: delivery.state,
    attempts: delivery.attempts,
    ...optional('last_attempt_at', delivery.lastAttemptAt, rfc3339),
    ...(timed ? optional('next_attempt_at', delivery.nextAttemptAt, rfc3339) : {}),
    ...optional('code', delivery.code),
    message: message.text,
    sentence: sentenceView(message),
    can_manage: mayRetry(delivery.state),
    can_cancel: mayCancel(delivery.state),
  };
}

/** The match that a request was made by, with its own seasons; undefined for films, and when these can't be read. */
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

/** The members that only requests for series have. */
export interface SeriesMembersView {
  /** A series: its id in the library's catalog, if known. */
  readonly tvdb_id?: number;
  /** A series: `all`, `first`, `latest` or `pilot`, or the seasons by number: `1,2`. */
  readonly season_scope?: string;
  /** A series: the match that the request was made by. */
  readonly match?: TvMatchResponse;
}

/** The current state of a season. */
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

/** A format of a book that its library is still taking in. */
export interface FormatWaitView {
  readonly reason: 'author_import';
  readonly waiting_since: Rfc3339;
  readonly last_attempt_at?: Rfc3339;
}

/** The members of a status that only books and albums have. */
export interface CatalogStatusView {
  /** A book: the status of each format. */
  readonly book_formats?: { readonly ebook?: ShownStatus; readonly audiobook?: ShownStatus };
  /** A book: the formats that the library is still taking in. */
  readonly book_format_waits?: { readonly ebook?: FormatWaitView; readonly audiobook?: FormatWaitView };
  /** The id under which the library files the title, where it differs from the requested one. */
  readonly canonical_foreign_id?: string;
}

/** The members of a request that only books and albums have. */
export interface CatalogRequestView {
  /** A book or an album: the id as it was sent. */
  readonly foreign_id?: string;
  /** A book: `ebook`, `audiobook` or `both`. */
  readonly book_format?: BookFormat | 'both';
  /** An album: where its id comes from, if that was sent. */
  readonly catalog_ref?: { readonly provider: string; readonly id: string };
}

/** A saved request for a title, without the state of its library. */
export interface SavedReceiptView extends Pick<CatalogRequestView, 'catalog_ref'> {
  readonly request_id: number;
  /** The id as it was sent. */
  readonly foreign_id: string;
  /** The id under which the library files the title, where that is known to differ. */
  readonly canonical_foreign_id?: string;
  readonly status: SavedStatus;
  readonly delivery: readonly DeliveryStateView[];
}

export function savedReceipt({ request, deliveries }: SavedRequest, reader: Role): SavedReceiptView {
  const { foreign_id = request.key, catalog_ref } = catalogRequest(request);
  return {
    request_id: request.id,
    foreign_id,
    ...optional('canonical_foreign_id', deliveries[0].canonicalForeignId),
    ...optional('catalog_ref', catalog_ref),
    status: request.status,
    delivery: deliveries.map((delivery) => deliveryState(delivery, reader)),
  };
}

/** Empty for films and series. */
export function catalogStatus({ formats, waits, canonicalForeignId }: StatusNow): CatalogStatusView {
  return {
    ...optional('book_formats', formats, (known) => Object.fromEntries(known)),
    ...(waits === undefined || waits.size === 0 ? {} : { book_format_waits: waitsView(waits) }),
    ...optional('canonical_foreign_id', canonicalForeignId),
  };
}

/** Empty for films and series. */
export function catalogRequest({ foreignId, bookFormat, catalogProvider, catalogId }: RequestRow): CatalogRequestView {
  return {
    ...optional('foreign_id', foreignId),
    ...(bookFormat === '' ? {} : { book_format: bookFormat }),
    ...(catalogProvider === null || catalogId === null
      ? {}
      : { catalog_ref: { provider: catalogProvider, id: catalogId } }),
  };
}

/** The first wait of a book's formats; undefined when there is none. */
export function firstWait({ waits }: StatusNow): FormatWaitView | undefined {
  const [wait] = waits?.values() ?? [];
  return wait && waitView(wait);
}

function waitsView(waits: ReadonlyMap<BookFormat, FormatWait>): Partial<Record<BookFormat, FormatWaitView>> {
  return Object.fromEntries([...waits].map(([format, wait]) => [format, waitView(wait)]));
}

function waitView({ reason, waitingSince, lastAttemptAt }: FormatWait): FormatWaitView {
  return {
    reason,
    waiting_since: rfc3339(waitingSince),
    ...optional('last_attempt_at', lastAttemptAt, rfc3339),
  };
}
