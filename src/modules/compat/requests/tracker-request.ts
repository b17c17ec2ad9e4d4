import { groupBy } from '../../../core/collections/group-by.js';
import type { RequestEntry } from '../../requests/requests.public.js';
import { type LiveTitles, seriesKey, type UnsettledSeries } from '../titles/live-titles.js';
import { mediaIdOf } from '../titles/media-id.js';
import { better, doubtedState, IN_NO_LIBRARY, type TitleState } from '../titles/title-state.js';
import { isOnItsWay, mediaStatus, requestStatus, type MediaStatus, type RequestStatus } from './request-state.js';

export interface TrackerRequest {
  readonly entry: RequestEntry;
  /** When it was last asked for, decided or taken by its library, in epoch milliseconds. */
  readonly modifiedAt: number;
  /** Null when it is unknown. */
  readonly status: RequestStatus | null;
  /** The status of its title; null when it is unknown. */
  readonly media: MediaStatus | null;
  /** What libraries hold of what it is for. */
  readonly held: TitleState;
  /** When its title was first asked for, in epoch milliseconds. */
  readonly titleAskedAt: number;
}

export interface KnownRequest extends TrackerRequest {
  readonly status: RequestStatus;
  readonly media: MediaStatus;
}

export function isKnown(request: TrackerRequest): request is KnownRequest {
  return request.status !== null && request.media !== null;
}

export interface SavedRequests {
  /** All requests for each of their titles, oldest first. */
  readonly entries: readonly RequestEntry[];
  /** The series whose match an administrator has to confirm, by the metadata provider's ids. */
  readonly doubted: ReadonlySet<number>;
}

export interface JudgedRequests {
  /** Oldest first. */
  readonly requests: readonly TrackerRequest[];
  /** The series whose status depends on a list of episodes that isn't in memory. */
  readonly unsettled: readonly UnsettledSeries[];
  /** From when on time alone may have changed a status, in epoch milliseconds; infinite for never. */
  readonly until: number;
  /** By what libraries held it was judged; see {@link LiveTitles.version}. */
  readonly version: string;
}

/** Each title is judged once. Reads nothing. */
export function judgeRequests(
  { entries, doubted }: SavedRequests,
  live: Pick<LiveTitles, 'judge' | 'version'>,
): JudgedRequests {
  const requests: TrackerRequest[] = [];
  const unsettled = new Map<string, UnsettledSeries>();
  let until = Infinity;
  for (const ofTitle of groupBy(entries, mediaIdOf).values()) {
    const judged = ofTitle.map((entry) => {
      const title = live.judge(entry);
      for (const one of title?.unsettled ?? []) unsettled.set(seriesKey(one), one);
      until = Math.min(until, title?.until ?? Infinity);
      const held = sureOf(entry, title?.state ?? IN_NO_LIBRARY, doubted);
      return { entry, held, status: requestStatus(entry, held) };
    });
    const isAwaited = judged.some(({ entry, status }) => isOnItsWay(entry, status));
    const media = mediaStatus(judged.map(({ held }) => held.holding).reduce(better), isAwaited);
    const titleAskedAt = Math.min(...ofTitle.map(({ requestedAt }) => requestedAt));
    for (const { entry, held, status } of judged)
      requests.push({ entry, modifiedAt: lastChange(entry), status, media, held, titleAskedAt });
  }
  return { requests: requests.sort(byAge), unsettled: [...unsettled.values()], until, version: live.version };
}

export function sureOf(
  { mediaType, tmdbId }: Pick<RequestEntry, 'mediaType' | 'tmdbId'>,
  state: TitleState,
  doubted: ReadonlySet<number>,
): TitleState {
  return mediaType === 'tv' && doubted.has(tmdbId) ? doubtedState(state) : state;
}

/** A request after its decision, by what libraries held before it; null when its status is unknown. @param entry what is saved of it now */
export function decidedRequest(before: KnownRequest, entry: RequestEntry): KnownRequest | null {
  const status = requestStatus(entry, before.held);
  if (status === null) return null;
  const media = before.media === 1 && isOnItsWay(entry, status) ? 3 : before.media;
  return { ...before, entry, status, media, modifiedAt: lastChange(entry) };
}

export const SORTS = ['added', 'modified'] as const;

/** The order in which they were asked for, or in which they last changed. */
export type TrackerSort = (typeof SORTS)[number];

const byAge = (one: TrackerRequest, other: TrackerRequest): number => one.entry.id - other.entry.id;

/** No two requests are equal. */
export const ORDERS: Readonly<Record<TrackerSort, (one: TrackerRequest, other: TrackerRequest) => number>> = {
  added: byAge,
  modified: (one, other) => one.modifiedAt - other.modifiedAt || byAge(one, other),
};

const lastChange = ({ requestedAt, decidedAt, completedAt }: RequestEntry): number =>
  Math.max(requestedAt, decidedAt ?? 0, completedAt ?? 0);
