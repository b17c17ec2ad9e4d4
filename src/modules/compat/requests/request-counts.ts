import { isInDoubt, passes, type Selection, isOfSelection } from './tracker-filter.js';
import type { TrackerRequest } from './tracker-request.js';

/** How many requests there are. Source: doc 2 §2, counts. */
export interface TrackerCounts {
  readonly total: number;
  readonly movie: number;
  readonly tv: number;
  readonly pending: number;
  readonly approved: number;
  readonly declined: number;
  readonly processing: number;
  readonly available: number;
  readonly completed: number;
}

/** The figures that go by a filter of the same name. */
const COUNTED = ['pending', 'approved', 'processing', 'available', 'completed'] as const;

/**
 * Counts requests; null when it is unknown which of them count.
 *
 * @param unknown those whose status, or whose title's status, is unknown
 */
export function countsOf(
  requests: readonly TrackerRequest[],
  unknown: readonly TrackerRequest[],
): TrackerCounts | null {
  if (COUNTED.some((filter) => isUnsure(unknown, { filter, mediaType: null, requestedBy: null }))) return null;
  const counts = { total: 0, movie: 0, tv: 0, declined: 0 };
  const filtered = { pending: 0, approved: 0, processing: 0, available: 0, completed: 0 };
  for (const request of requests) {
    counts.total += 1;
    counts[request.entry.mediaType] += 1;
    if (request.status === 3) counts.declined += 1;
    for (const filter of COUNTED) if (passes(request, filter)) filtered[filter] += 1;
  }
  return { ...counts, ...filtered };
}

/**
 * Could a list of this selection change if it were known what libraries hold of every title?
 *
 * @param unknown the requests whose status, or whose title's status, is unknown
 */
export function isUnsure(unknown: readonly TrackerRequest[], selection: Selection): boolean {
  return unknown.some((request) => isOfSelection(request, selection) && isInDoubt(request, selection.filter));
}
