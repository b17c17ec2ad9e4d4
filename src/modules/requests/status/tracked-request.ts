import type { SavedRequest } from '../delivery/dispatches.js';
import type { StatusNow } from './request-status.js';

/** A saved request and where it stands now. */
export interface TrackedRequest extends SavedRequest {
  readonly now: StatusNow;
}
