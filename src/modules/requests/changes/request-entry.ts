import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import type { DeliveryCode, DispatchState } from '../jobs/dispatch-row.entity.js';
import type { MediaType, RequestRow, SavedStatus } from '../saved/request-row.entity.js';
import { decisionOf, type RequestDecision } from '../status/request-decision.js';

/** A request for a film or a series as it is saved, for a ledger that lays the live libraries over it. */
export interface RequestEntry {
  readonly id: number;
  readonly userId: number;
  /** The account's name when it asked: it outlives the account. */
  readonly requesterName: string;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  /** A series: its id in the library's catalog. Null for films, and where it isn't known. */
  readonly tvdbId: number | null;
  /** Null once the library has been removed. */
  readonly instanceId: string | null;
  /** The profile that was chosen; 0 for the server's choice. */
  readonly qualityProfileId: number;
  readonly status: SavedStatus;
  readonly decision: RequestDecision;
  /** The administrator who decided; null where nobody had to, or nobody has. */
  readonly decidedBy: number | null;
  /** Withdrawn, by its requester or with the account. */
  readonly cancelled: boolean;
  readonly delivery: DispatchState;
  readonly deliveryCode: DeliveryCode | null;
  /**
   * A series: the library's numbers of the seasons that were asked for, ascending; null when what is saved doesn't say.
   * Empty for films.
   */
  readonly seasons: readonly number[] | null;
  /** A series of which no more than the first episode was asked for. */
  readonly pilot: boolean;
  /** Epoch milliseconds, and so below. */
  readonly requestedAt: number;
  readonly decidedAt: number | null;
  /** When the library accepted it. */
  readonly completedAt: number | null;
}

/** What of its two rows an entry is made of. */
export type RequestEntryColumns = Pick<
  RequestRow,
  | 'userId'
  | 'requesterName'
  | 'mediaType'
  | 'tmdbId'
  | 'tvdbId'
  | 'instanceId'
  | 'qualityProfileId'
  | 'status'
  | 'approvedBy'
  | 'denyReason'
  | 'seasonScope'
  | 'seasonMap'
  | 'requestedAt'
  | 'decidedAt'
  | 'completedAt'
> & { readonly delivery: DispatchState; readonly deliveryCode: DeliveryCode | null };

/** The entry of a request. */
export function requestEntry(id: number, saved: RequestEntryColumns): RequestEntry {
  const { approvedBy, denyReason: _, seasonScope, seasonMap, ...shown } = saved;
  const isSeries = saved.mediaType === 'tv';
  const decision = decisionOf(saved);
  return {
    ...shown,
    id,
    decision,
    decidedBy: approvedBy,
    cancelled: decision === 'cancelled',
    seasons: isSeries ? libraryNumbers(seasonMap) : [],
    pilot: isSeries && seasonScope === 'pilot',
  };
}

/** A request for a series is for at least one season, so an empty map doesn't say for which. */
function libraryNumbers(seasonMap: string): readonly number[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  if (!map || map.size === 0) return null;
  return [...new Set(map.values())].sort((one, other) => one - other);
}
