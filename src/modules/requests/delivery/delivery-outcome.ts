import type { DeliveryCode } from '../jobs/dispatch-row.entity.js';

/** How an attempt at a delivery ended. */
export type DeliveryOutcome =
  /** The library holds or awaits the title. */
  | { readonly state: 'complete'; readonly status: 'available' | 'requested' }
  /** It is tried again later. */
  | {
      readonly state: 'retry';
      readonly code: DeliveryCode;
      readonly message: string;
      /** How long the manager asked us to wait, in milliseconds. */
      readonly retryAfterMs?: number;
    }
  /** The manager is still taking the title in: it is looked at again soon. */
  | { readonly state: 'waiting_library'; readonly code?: DeliveryCode; readonly message: string }
  /** A person must look. */
  | { readonly state: 'attention'; readonly code: DeliveryCode; readonly message: string }
  /** The one who asked is gone. */
  | { readonly state: 'cancelled' }
  /** Our own storage failed in the middle: it is tried again at once when that works, later where it goes on failing. */
  | { readonly state: 'broken_off' }
  /** The server stops: the job goes back as it was, and the next start takes it up. */
  | { readonly state: 'handed_back' };

/** Ends an attempt from wherever it stands, with its outcome. */
export class DeliveryStop extends Error {
  constructor(readonly outcome: DeliveryOutcome) {
    super(`delivery stopped: ${outcome.state}`);
    this.name = 'DeliveryStop';
  }
}

/** The lease ran out and another worker may have the job: nothing more may be done or recorded. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease on this delivery is lost');
    this.name = 'LeaseLost';
  }
}
