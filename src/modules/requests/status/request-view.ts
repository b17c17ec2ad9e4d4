import type { DispatchRow } from '../delivery/dispatch-row.entity.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import type { StatusNow } from './request-status.js';

/** A request with its delivery, as saved. */
export interface SavedRequest {
  readonly request: RequestRow;
  readonly delivery: DispatchRow;
}

/** A saved request and where it stands now. */
export interface RequestView extends SavedRequest {
  readonly now: StatusNow;
}
