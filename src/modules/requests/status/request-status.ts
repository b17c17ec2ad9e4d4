import type { TvMatchProblem } from '../../series-matching/series-matching.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import type { SavedStatus } from '../saved/request-row.entity.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';

/** Where a request or a title stands, as people see it. Source: doc 4 section 4.5. */
export type ShownStatus = 'unavailable' | 'requested' | 'downloading' | 'partial' | 'available' | 'pending' | 'denied';

/** Why it is unknown where something stands. Source: doc 4 section 4.5. */
export type StatusUnknownReason = 'library_unavailable' | 'tv_seasons_unmapped' | TvMatchProblem;

/** What a library says at this moment, of a film or of some seasons of a series. */
export type LiveState =
  | {
      readonly known: true;
      readonly status: 'available' | 'partial' | 'downloading' | 'requested' | 'unavailable';
      /** 0 to 1. */
      readonly progress: number;
      /** Release dates from the library's record, `YYYY-MM-DD`. */
      readonly releases?: Releases;
    }
  | { readonly known: false; readonly reason: StatusUnknownReason };

interface Releases {
  readonly inCinemas?: string;
  readonly digital?: string;
}

/** A season at this moment. */
export interface SeasonNow {
  /** The metadata provider's number; 0 holds the specials. */
  readonly seasonNumber: number;
  /** Episodes that have a file; 0 where the library can't be read. */
  readonly files: number;
  /** Episodes that have aired, as far as that had to be found out; 0 where the library can't be read. */
  readonly episodes: number;
  readonly status: ShownStatus;
  /** 0 to 1. */
  readonly progress: number;
}

/** What is shown of a title at this moment. */
export interface StatusNow {
  readonly status: ShownStatus;
  /** 0 to 1. */
  readonly progress: number;
  /** False when the library can't be read: what is saved is shown, and nothing is claimed. */
  readonly statusKnown: boolean;
  readonly statusUnknownReason?: StatusUnknownReason;
  readonly releases?: Releases;
  /** A series: its seasons, by number. */
  readonly seasons?: readonly SeasonNow[];
}

/** What is saved of a request, as far as its status goes. */
export interface SavedState {
  readonly status: SavedStatus;
  readonly delivery: DispatchState;
}

const ON_ITS_WAY: readonly DispatchState[] = ['queued', 'processing', 'retry', 'waiting_library', 'attention'];

/** Does it wait for a decision, or was it accepted? */
export function isOpenStatus({ status }: Pick<SavedState, 'status'>): boolean {
  return status === 'pending' || status === 'requested';
}

/** Is it accepted, and has the library not taken it yet? The library can't know of it then. */
export function isOnItsWay({ status, delivery }: SavedState): boolean {
  return status === 'requested' && ON_ITS_WAY.includes(delivery);
}

/**
 * Lays the live state of a library over what is saved. Nothing of the answer is stored. Source: doc 4 section 4.6.
 *
 * | saved | live | shown |
 * |---|---|---|
 * | pending | any | pending |
 * | denied | unavailable | denied |
 * | accepted, not delivered yet | unavailable | requested: the library can't know of it yet |
 * | any other | known | live |
 * | any other | unreadable | what is saved, and that the status isn't known |
 *
 * @param saved null when nobody asked
 */
export function statusNow(saved: SavedState | null, live: LiveState): StatusNow {
  if (saved?.status === 'pending') return { status: 'pending', progress: 0, statusKnown: true };
  if (!live.known) return statusUnknown(saved, live.reason);
  const { status, progress, releases } = live;
  return { status: status === 'unavailable' ? whenAbsent(saved) : status, progress, statusKnown: true, releases };
}

/** What is shown where nothing can be told: what is saved, and why it isn't more. */
export function statusUnknown(saved: SavedState | null, reason: StatusUnknownReason): StatusNow {
  return { status: saved?.status ?? 'unavailable', progress: 0, statusKnown: false, statusUnknownReason: reason };
}

/** What is shown of a saved state when no library is looked at. */
export function statusSaved(saved: SavedState): StatusNow {
  return { status: saved.status, progress: 0, statusKnown: true };
}

function whenAbsent(saved: SavedState | null): ShownStatus {
  if (saved?.status === 'denied') return 'denied';
  return saved && isOnItsWay(saved) ? 'requested' : 'unavailable';
}

/** A saved request and where it stands now. */
export interface TrackedRequest extends SavedRequest {
  readonly now: StatusNow;
}

/** What is saved of a request, as far as its status goes. */
export function savedStateOf({ request, delivery }: SavedRequest): SavedState {
  return { status: request.status, delivery: delivery.state };
}
