import type { RequestEntry } from '../../requests/requests.public.js';
import type { TitleState } from '../titles/title-state.js';
import { ledgerRow, type LedgerRow } from './ledger-row.js';
import { isOnItsWay, requestStatus, type MediaStatus, type RequestStatus } from './request-state.js';

/** A request whose every fact is known. */
export interface KnownRequest {
  readonly entry: RequestEntry;
  readonly status: RequestStatus;
  readonly media: MediaStatus;
  /** When it last changed, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** What libraries hold of what it is for. */
  readonly held: TitleState;
  /** When its title was first asked for, in epoch milliseconds. */
  readonly titleAskedAt: number;
}

/** Returns the row as a known request; null when its status is unknown. */
export function knownRequest(row: LedgerRow, held: TitleState, titleAskedAt: number): KnownRequest | null {
  const { entry, modifiedAt, status, media } = row;
  return status === null || media === null ? null : { entry, status, media, modifiedAt, held, titleAskedAt };
}

/**
 * A request after its decision, by what libraries held before it; null when its status is unknown.
 *
 * @param before the request before the decision
 * @param entry what is saved of it now
 */
export function decidedRequest(before: KnownRequest, entry: RequestEntry): KnownRequest | null {
  const status = requestStatus(entry, before.held);
  const media = before.media === 1 && isOnItsWay(entry, status) ? 3 : before.media;
  return knownRequest(ledgerRow(entry, { status, media }), before.held, before.titleAskedAt);
}
