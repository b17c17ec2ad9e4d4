import type { TitleKind } from '../../metadata/metadata.public.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import type { DeliveryCode, DispatchState } from '../jobs/dispatch-row.entity.js';
import { distinctSeasons } from '../policy/season-input.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { decisionOf, type RequestDecision } from '../status/request-decision.js';

/** A saved request for a film or a series. Other tools see it combined with the live state of the libraries. */
export interface RequestEntry extends SharedColumns {
  readonly id: number;
  readonly decision: RequestDecision;
  /** The administrator who decided; null when the request is pending or needed no approval. */
  readonly decidedBy: number | null;
  /** Withdrawn by its requester, or with the removal of the account. */
  readonly cancelled: boolean;
  /**
   * A series: the library's numbers of the requested seasons, ascending; null when the saved map can't be read. Empty
   * for films.
   */
  readonly seasons: readonly number[] | null;
  /** A series whose first episode alone was requested. */
  readonly pilot: boolean;
}

/** What an entry shows as it is saved. Times are epoch milliseconds. */
interface SharedColumns extends Readonly<Pick<RequestRow, ShownAsSaved>> {
  readonly mediaType: TitleKind;
  readonly delivery: DispatchState;
  readonly deliveryCode: DeliveryCode | null;
}

type ShownAsSaved =
  | ('userId' | 'requesterName' | 'tmdbId' | 'tvdbId' | 'instanceId' | 'qualityProfileId' | 'status')
  | ('requestedAt' | 'decidedAt' | 'completedAt');

/** The columns of the request and its delivery that an entry needs. */
export type RequestEntryColumns = SharedColumns &
  Readonly<Pick<RequestRow, 'approvedBy' | 'denyReason' | 'seasonScope' | 'seasonMap'>>;

/** Makes the entry of a request. */
export function requestEntry(id: number, saved: RequestEntryColumns): RequestEntry {
  const isSeries = saved.mediaType === 'tv';
  const decision = decisionOf(saved);
  // Each property is named: a rest or spread copy is several times slower, and a list may have a hundred thousand.
  return {
    id,
    userId: saved.userId,
    requesterName: saved.requesterName,
    mediaType: saved.mediaType,
    tmdbId: saved.tmdbId,
    tvdbId: saved.tvdbId,
    instanceId: saved.instanceId,
    qualityProfileId: saved.qualityProfileId,
    status: saved.status,
    decision,
    decidedBy: saved.approvedBy,
    cancelled: decision === 'cancelled',
    delivery: saved.delivery,
    deliveryCode: saved.deliveryCode,
    seasons: isSeries ? libraryNumbers(saved.seasonMap) : [],
    pilot: isSeries && saved.seasonScope === 'pilot',
    requestedAt: saved.requestedAt,
    decidedAt: saved.decidedAt,
    completedAt: saved.completedAt,
  };
}

/** Null for an empty map: a request for a series covers at least one season, so the map is invalid. */
function libraryNumbers(seasonMap: string): readonly number[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  return map && map.size > 0 ? distinctSeasons(map.values()) : null;
}
