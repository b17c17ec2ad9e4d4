import type { Role } from '../../../core/access/permissions.js';
import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { BookFormat } from '../jobs/dispatch-row.entity.js';
import type { FormatWait, ShownStatus, StatusNow } from '../kinds/request-status.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import type { RequestRow, SavedStatus } from '../saved/request-row.entity.js';
import { deliveryState, type DeliveryStateView } from './delivery-state.view.js';

/** A format of a book that its library is still taking in. Source: doc 4 section 1.3, book_format_waits. */
export interface FormatWaitView {
  readonly reason: 'author_import';
  readonly waiting_since: Rfc3339;
  readonly last_attempt_at?: Rfc3339;
}

/** The members of a status that only books and albums have. Source: doc 4 section 1.3. */
export interface CatalogStatusView {
  /** A book: the status of each format. */
  readonly book_formats?: { readonly ebook?: ShownStatus; readonly audiobook?: ShownStatus };
  /** A book: the formats that the library is still taking in. */
  readonly book_format_waits?: { readonly ebook?: FormatWaitView; readonly audiobook?: FormatWaitView };
  /** The id under which the library files the title, where it differs from the requested one. */
  readonly canonical_foreign_id?: string;
}

/** The members of a request that only books and albums have. Source: doc 4 section 1.3. */
export interface CatalogRequestView {
  /** A book or an album: the id as it was sent. */
  readonly foreign_id?: string;
  /** A book: `ebook`, `audiobook` or `both`. */
  readonly book_format?: BookFormat | 'both';
  /** An album: where its id comes from, if that was sent. */
  readonly catalog_ref?: { readonly provider: string; readonly id: string };
}

/** A saved request for a title, without the state of its library. Source: doc 4 section 2, music-saved. */
export interface SavedReceiptView extends Pick<CatalogRequestView, 'catalog_ref'> {
  readonly request_id: number;
  /** The id as it was sent. */
  readonly foreign_id: string;
  /** The id under which the library files the title, where that is known to differ. */
  readonly canonical_foreign_id?: string;
  readonly status: SavedStatus;
  readonly delivery: readonly DeliveryStateView[];
}

/** A saved request for its requester. */
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
