import type { RequestEntry } from '../../requests/requests.public.js';
import { seasonOf, type Holding, type SeasonState, type TitleState } from '../titles/title-state.js';

/** The status of a request: 1 pending, 2 approved, 3 declined, 4 failed, 5 completed. */
export type RequestStatus = 1 | 2 | 3 | 4 | 5;

/** The status of a title: 1 unknown, 3 processing, 4 partially available, 5 available. */
export type MediaStatus = 1 | 3 | 4 | 5;

type Saved = Pick<
  RequestEntry,
  'decision' | 'delivery' | 'deliveryCode' | 'mediaType' | 'seasons' | 'pilot' | 'status'
>;

/**
 * The first row that matches decides:
 *
 * | saved | live | status |
 * |---|---|---|
 * | awaits a decision | any | pending |
 * | denied, or withdrawn | any | declined |
 * | accepted | all that was asked for is on disk | completed |
 * | accepted | it is unknown whether all of it is | null |
 * | accepted, the delivery needs a person | nothing of it has landed | failed |
 * | accepted | otherwise | approved |
 *
 * Completed is never stored. A series whose seasons are unknown is never complete. A delivery that an administrator holds back
 * has not failed.
 * Source: doc 2 §3.
 */
export function requestStatus(saved: Saved, live: TitleState): RequestStatus | null {
  if (saved.decision === 'pending') return 1;
  if (saved.decision !== 'approved') return 3;
  const asked = askedHoldings(saved, live);
  if (asked.length > 0 && asked.every((holding) => holding === 'available')) return 5;
  if (asked.some((holding) => holding === 'unknown') && asked.every(mayBeAll)) return null;
  return hasFailed(saved) && !hasLanded(saved, live, asked) ? 4 : 2;
}

/**
 * A title that no library has or awaits is processing while a request for it was accepted and is on its way.
 * @param isAwaited see {@link isOnItsWay}, of any request for it
 * @returns null when it is unknown
 */
export function mediaStatus(holding: Holding, isAwaited: boolean): MediaStatus | null {
  if (holding === 'unavailable') return isAwaited ? 3 : 1;
  return MEDIA_STATUS[holding];
}

const MEDIA_STATUS = { available: 5, unknown: null, partial: 4, requested: 3 } as const;

/** Is a request accepted, and has its library yet to take it? One that has failed isn't. */
export function isOnItsWay({ delivery, status: saved }: Saved, status: RequestStatus | null): boolean {
  return status === 2 && saved === 'requested' && delivery !== 'complete' && delivery !== 'cancelled';
}

/** That of the request, but for what is on disk. @param season undefined where libraries know none of this number */
export function seasonRequestStatus(
  status: RequestStatus,
  season: SeasonState | undefined,
  { pilot }: Pick<RequestEntry, 'pilot'>,
): RequestStatus {
  const isAccepted = status === 2 || status === 4 || status === 5;
  const isHeld = (pilot ? season?.pilot : season?.holding) === 'available';
  return isAccepted && isHeld ? 5 : status;
}

function askedHoldings({ mediaType, seasons, pilot }: Saved, live: TitleState): readonly Holding[] {
  if (mediaType === 'movie') return [live.holding];
  const asked = pilot ? seasons?.slice(0, 1) : seasons;
  return (asked ?? []).map((number) => {
    const season = seasonOf(live, number);
    return (pilot ? season?.pilot : season?.holding) ?? 'unavailable';
  });
}

const mayBeAll = (holding: Holding): boolean => holding === 'available' || holding === 'unknown';

function hasFailed({ delivery, deliveryCode }: Saved): boolean {
  return delivery === 'attention' && deliveryCode !== 'tv_match_paused';
}

function hasLanded({ mediaType }: Saved, live: TitleState, asked: readonly Holding[]): boolean {
  if (mediaType === 'movie' || asked.length === 0) return live.inLibrary;
  return asked.some((holding) => holding !== 'unavailable');
}
