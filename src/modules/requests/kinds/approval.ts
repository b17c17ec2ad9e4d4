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

/** Changes a pending request and its charges inside the transaction of its approval. `at`: epoch milliseconds. */
export type Amendment = (tx: WriteTx, request: RequestRow, at: number) => Promise<Amended>;

/** Runs an amendment in the transaction of the approval. */
export type ApprovalWrite = (amend: Amendment) => Promise<readonly number[]>;
