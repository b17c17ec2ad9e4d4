import type { FilmAvailability } from '../../library/library.public.js';
import type { DispatchState } from '../delivery/dispatch-row.entity.js';
import type { SavedStatus } from '../saved/request-row.entity.js';

/** Where a request or a title stands, as people see it. Source: doc 4 section 4.5. */
export type ShownStatus = 'unavailable' | 'requested' | 'downloading' | 'available' | 'pending' | 'denied';

/** What is shown of a title at this moment. */
export interface StatusNow {
  readonly status: ShownStatus;
  /** 0 to 1. */
  readonly progress: number;
  /** False when the library can't be read: what is saved is shown, and nothing is claimed. */
  readonly statusKnown: boolean;
  readonly statusUnknownReason?: 'library_unavailable';
  /** Release dates from the library's record, `YYYY-MM-DD`. */
  readonly releases?: { readonly inCinemas?: string; readonly digital?: string };
}

/** What is saved of a request, as far as its status goes. */
export interface SavedState {
  readonly status: SavedStatus;
  readonly delivery: DispatchState;
}

const ON_ITS_WAY: readonly DispatchState[] = ['queued', 'processing', 'retry', 'attention'];

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
export function statusNow(saved: SavedState | null, live: FilmAvailability): StatusNow {
  if (saved?.status === 'pending') return { status: 'pending', progress: 0, statusKnown: true };
  if (!live.known)
    return {
      status: saved?.status ?? 'unavailable',
      progress: 0,
      statusKnown: false,
      statusUnknownReason: live.reason,
    };
  const { status, progress, releases } = live;
  return { status: status === 'unavailable' ? whenAbsent(saved) : status, progress, statusKnown: true, releases };
}

/** What is shown of a saved state when no library is looked at. */
export function statusSaved(saved: SavedState): StatusNow {
  return { status: saved.status, progress: 0, statusKnown: true };
}

function whenAbsent(saved: SavedState | null): ShownStatus {
  if (saved?.status === 'denied') return 'denied';
  return saved?.status === 'requested' && ON_ITS_WAY.includes(saved.delivery) ? 'requested' : 'unavailable';
}
