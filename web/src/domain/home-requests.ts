import { keyOfRequested, type RequestedTitle } from './request-card.js';
import { isMoving, titleState, type StatusReading } from './title-state.js';

/** So many tickets stand in a row, and so many titles that are ready: all others are on the page of requests. */
const MOST_MOVING = 12;
const MOST_READY = 20;

interface HomeRequest extends RequestedTitle, StatusReading {
  readonly request_id: number;
}

/** What Home shows of the reader's requests. */
export interface HomeRequests<T> {
  /** What is on its way. */
  readonly moving: readonly T[];
  /** What can be watched, read or heard: what is new first, each title once. */
  readonly ready: readonly T[];
  /** The newest film or series that wasn't declined: others resemble it. */
  readonly last: T | undefined;
}

/**
 * Divides the reader's requests as Home shows them.
 *
 * @param requests the newest first
 * @param fresh the numbers of those that became available since the last visit
 */
export function homeRequests<T extends HomeRequest>(
  requests: readonly T[],
  fresh: ReadonlySet<number>,
): HomeRequests<T> {
  const ready = requests.filter((request) => ['available', 'partial'].includes(titleState(request)));
  const isFresh = ({ request_id: id }: T): boolean => fresh.has(id);
  const inOrder = [...ready.filter(isFresh), ...ready.filter((request) => !isFresh(request))];
  return {
    moving: requests.filter((request) => isMoving(titleState(request))).slice(0, MOST_MOVING),
    // The first of those with one key stays.
    ready: [...new Map(inOrder.toReversed().map((one) => [keyOfRequested(one), one])).values()]
      .toReversed()
      .slice(0, MOST_READY),
    last: requests.find(
      (request) => (request.media_type === 'movie' || request.media_type === 'tv') && request.status !== 'denied',
    ),
  };
}

/** The ids of the libraries that can't be read right now, as the reader's requests tell it. */
export const silentLibraries = (
  requests: readonly {
    readonly instance_id?: string;
    readonly status_known: boolean;
    readonly status_unknown_reason?: string;
  }[],
): readonly string[] => [
  ...new Set(
    requests.flatMap(({ instance_id: id, status_known: isKnown, status_unknown_reason: reason }) =>
      id !== undefined && !isKnown && reason === 'library_unavailable' ? [id] : [],
    ),
  ),
];
