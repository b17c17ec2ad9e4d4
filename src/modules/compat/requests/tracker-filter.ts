import type { TitleKind } from '../titles/media-id.js';
import type { TrackerRequest } from './tracker-request.js';
import type { MediaStatus, RequestStatus } from './request-state.js';

export const FILTERS = [
  'all',
  'approved',
  'available',
  'pending',
  'processing',
  'unavailable',
  'failed',
  'deleted',
  'completed',
] as const;

/** One of {@link FILTERS}; see {@link passes}. */
export type TrackerFilter = (typeof FILTERS)[number];

export interface Selection {
  readonly filter: TrackerFilter;
  /** Null for both kinds. */
  readonly mediaType: TitleKind | null;
  /** The account that asked; null for all. */
  readonly requestedBy: number | null;
}

/**
 * Does a request belong to a filter?
 *
 * | filter | requests |
 * |---|---|
 * | all | every one |
 * | pending, approved, failed, completed | by their own status |
 * | available | accepted, and the title is available |
 * | processing | approved, and the title is processing |
 * | unavailable | pending or approved, and the title is not available |
 * | deleted | approved and taken by a library, and no library has or awaits the title any more |
 *
 * Source: doc 2 §4 Compat (filter); the tracker's document names the filters.
 */
export function passes({ entry, status, media }: TrackerRequest, filter: TrackerFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'pending':
      return status === 1;
    case 'approved':
      return status === 2;
    case 'failed':
      return status === 4;
    case 'completed':
      return status === 5;
    case 'available':
      return entry.decision === 'approved' && media === 5;
    case 'processing':
      return status === 2 && media === 3;
    case 'unavailable':
      return (status === 1 || status === 2) && media !== 5;
    case 'deleted':
      return status === 2 && media === 1 && entry.delivery === 'complete';
  }
}

export function goesByLibraries(filter: TrackerFilter): boolean {
  return filter !== 'all' && filter !== 'pending';
}

/**
 * What is unknown of a series is whether all of it has come that has aired, or a part. So its title is partially available or
 * available, and a request for it approved or completed; one for a pilot may have failed.
 */
function isInDoubt(request: TrackerRequest, filter: TrackerFilter): boolean {
  const verdicts = possibilities(request).map((one) => passes(one, filter));
  return verdicts.includes(true) && verdicts.includes(false);
}

function possibilities(request: TrackerRequest): readonly TrackerRequest[] {
  const statuses = request.status === null ? possibleStatuses(request.entry) : [request.status];
  return statuses.flatMap((status) => possibleMedia(request).map((media) => ({ ...request, status, media })));
}

function possibleStatuses({ pilot, delivery }: TrackerRequest['entry']): readonly RequestStatus[] {
  return pilot && delivery === 'attention' ? [2, 4, 5] : [2, 5];
}

function possibleMedia({ status, media }: TrackerRequest): readonly MediaStatus[] {
  if (media === null) return [4, 5];
  // Specials may be unknown while nothing else is there: then the title may be awaited.
  return media === 1 && status === null ? [1, 3] : [media];
}

export function isOfSelection({ entry }: TrackerRequest, { mediaType, requestedBy }: Selection): boolean {
  return (mediaType ?? entry.mediaType) === entry.mediaType && (requestedBy ?? entry.userId) === entry.userId;
}

/** How many requests there are. */
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

const COUNTED = ['pending', 'approved', 'processing', 'available', 'completed'] as const;

/** Null when it is unknown which requests count. @param unknown those whose status, or whose title's status, is unknown */
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

/** @param unknown the requests whose status, or whose title's status, is unknown */
export function isUnsure(unknown: readonly TrackerRequest[], selection: Selection): boolean {
  return unknown.some((request) => isOfSelection(request, selection) && isInDoubt(request, selection.filter));
}
