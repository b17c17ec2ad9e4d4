import type { Sentence } from '../../../core/errors/sentence.js';
import type { HeldEpisodes } from '../saved/held-episodes.js';
import type { DeliveryCode } from '../saved/job-rows.js';

export type DeliveryOutcome =
  /** The library holds the title or waits for it. */
  | {
      readonly state: 'complete';
      readonly status: 'available' | 'requested';
      /** A book or an album: the library's record of it, which its status is read by from now on. */
      readonly recordId?: number;
      /** A series: the wanted episodes that the library held before the delivery changed anything. */
      readonly held?: HeldEpisodes;
    }
  | {
      readonly state: 'retry';
      readonly code: DeliveryCode;
      readonly message: Sentence;
      /** How long the manager asked us to wait, in milliseconds. */
      readonly retryAfterMs?: number;
    }
  /** The manager is still taking the title in: it is looked at again soon. */
  | {
      readonly state: 'waiting_library';
      readonly code?: DeliveryCode;
      readonly message: Sentence;
      /** It is looked at again after so many milliseconds, without end: such an attempt doesn't count. */
      readonly lookAgainMs?: number;
      /** The look came to nothing, as the manager failed or took too long: other looks would fare no better now. */
      readonly unread?: true;
      /** It has waited for too long: published once for this wait, when the outcome is committed. */
      readonly overdue?: object;
    }
  | { readonly state: 'attention'; readonly code: DeliveryCode; readonly message: Sentence }
  /** The accounts of all who wait for this job have been removed. */
  | { readonly state: 'cancelled' }
  /** Our own storage failed: the attempt is repeated at once when it works again, later when it keeps failing. */
  | { readonly state: 'broken_off' }
  /** The server stops: the job returns to the queue unchanged, and the next start continues it. */
  | { readonly state: 'handed_back' };

export function attention(code: DeliveryCode, message: Sentence): Extract<DeliveryOutcome, { state: 'attention' }> {
  return { state: 'attention', code, message };
}

export function retryLater(code: DeliveryCode, message: Sentence): Extract<DeliveryOutcome, { state: 'retry' }> {
  return { state: 'retry', code, message };
}

export class DeliveryStop extends Error {
  constructor(readonly outcome: DeliveryOutcome) {
    super(`delivery stopped: ${outcome.state}`);
    this.name = 'DeliveryStop';
  }
}

/** The lease expired and another worker may have the job: nothing more may be done or recorded. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease on this delivery is lost');
    this.name = 'LeaseLost';
  }
}
