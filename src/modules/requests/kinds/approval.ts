import type { WriteTx } from '../../../core/database/database.js';
import type { BookFormat } from '../jobs/dispatch-row.entity.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import type { ApprovedChange } from '../transitions/request-transitions.service.js';

/** What an administrator changes of a request; undefined keeps what is stored. Source: doc 4 section 1.9. */
export interface DecisionOverride {
  readonly qualityProfileId?: number | undefined;
  /** The seasons of a series as they were sent; not validated yet. Ignored for other titles. */
  readonly seasonScope?: unknown;
  /** A book: the format that the administrator believes to approve. It can't be changed. Ignored for other titles. */
  readonly bookFormat?: BookFormat | 'both' | undefined;
}

/** What an approval changes beside the decision. */
export interface Amended {
  readonly change: ApprovedChange;
  /** The accounts whose allowances have changed. */
  readonly respent: readonly number[];
}

/** How requests of a kind are changed by their approval. `Plan` is what is read for it before anything is written. */
export interface RequestAmendments<Plan = unknown> {
  /**
   * Reads what the change needs. Not inside a transaction.
   *
   * @throws AppError when the change doesn't fit the request
   */
  plan(request: RequestRow, override: DecisionOverride): Promise<Plan>;

  /** The plan with what the library proves in time to hold, after an allowance has refused; null where nothing more can be known. */
  prove(request: RequestRow, plan: Plan): Promise<Plan | null>;

  /**
   * Changes a pending request and its charges, in the transaction of its approval.
   *
   * @param at epoch milliseconds
   * @throws AppError when the change doesn't fit any more; QuotaExceeded
   */
  apply(tx: WriteTx, request: RequestRow, plan: Plan, at: number): Promise<Amended>;
}
