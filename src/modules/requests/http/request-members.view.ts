import type { Role } from '../../../core/access/permissions.js';
import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import {
  seasonMapView,
  tryDecodeSeasonMap,
  type TvMatchResponse,
} from '../../series-matching/series-matching.public.js';
import type { FormatWait, SeasonNow, ShownStatus, StatusNow } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat, DispatchState } from '../saved/job-rows.js';
import type { RequestRow, SavedStatus } from '../saved/rows.js';
import { deliveryState, type DeliveryStateView } from './delivery-state.view.js';

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
