import type { TitleArrival } from '../../library/library.public.js';
import type { DeliveryCode, DispatchState } from '../jobs/dispatch-row.entity.js';
import type { MediaType } from '../saved/work.js';
import type { RequestDecision } from '../status/request-decision.js';

/** What the request and its delivery say. Times are epoch milliseconds. */
export interface SavedFacts {
  readonly mediaType: MediaType;
  readonly decision: RequestDecision;
  readonly requestedAt: number;
  /** Null where nobody had to decide. */
  readonly decidedAt: number | null;
  readonly denyReason: string | null;
  readonly delivery: {
    readonly state: DispatchState;
    readonly code: DeliveryCode | null;
    readonly lastAttemptAt: number | null;
    readonly nextAttemptAt: number | null;
    readonly waitingSince: number | null;
  };
  /** When the library accepted it. */
  readonly completedAt: number | null;
}

/**
 * What the library says of the title, or why it says nothing: it can't be read, nothing certain is known of the title, it
 * has been removed, the reader may not use it, or it wasn't asked because the request was not accepted.
 */
export type LibraryFacts =
  | { readonly known: true; readonly arrival: TitleArrival }
  | {
      readonly known: false;
      readonly reason: 'unreadable' | 'unclear' | 'removed' | 'not_allowed' | 'not_asked';
      readonly lastReadAt: number | null;
    };

/** Everything that a timeline is made of. */
export interface TimelineFacts {
  readonly saved: SavedFacts;
  readonly library: LibraryFacts;
  /** Epoch milliseconds. */
  readonly now: number;
}
