import type { RequestEntry } from '../../requests/requests.public.js';
import type { MediaStatus, RequestStatus } from './request-state.js';

/** A request with its current status. Immutable: a change replaces it. */
export interface LedgerRow {
  readonly entry: RequestEntry;
  /** When it was last asked for, decided or accepted by its library, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** Null when it is unknown. */
  readonly status: RequestStatus | null;
  /** The status of its title; null when it is unknown. */
  readonly media: MediaStatus | null;
}

/** A row of an entry. */
export function ledgerRow(entry: RequestEntry, { status, media }: Pick<LedgerRow, 'status' | 'media'>): LedgerRow {
  const { requestedAt, decidedAt, completedAt } = entry;
  return { entry, modifiedAt: Math.max(requestedAt, decidedAt ?? 0, completedAt ?? 0), status, media };
}

/** Is the status of the request or of its title unknown? */
export function isUnknown({ status, media }: LedgerRow): boolean {
  return status === null || media === null;
}

/** What a list is ordered by. */
export const SORTS = ['added', 'modified'] as const;

/** One of {@link SORTS}: the order in which they were asked for, or in which they last changed. */
export type LedgerSort = (typeof SORTS)[number];

/** Orders of rows, the first to come first; no two rows are equal. */
export const ORDERS: Readonly<Record<LedgerSort, (one: LedgerRow, other: LedgerRow) => number>> = {
  added: (one, other) => one.entry.id - other.entry.id,
  modified: (one, other) => one.modifiedAt - other.modifiedAt || one.entry.id - other.entry.id,
};
