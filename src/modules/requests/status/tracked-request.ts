import type { SavedRequest } from '../jobs/dispatches.repository.js';
import type { SavedState, StatusNow } from './request-status.js';

/** A saved request and where it stands now. */
export interface TrackedRequest extends SavedRequest {
  readonly now: StatusNow;
}

/** What is saved of a request, as far as its status goes. */
export function savedStateOf({ request, delivery }: SavedRequest): SavedState {
  return { status: request.status, delivery: delivery.state };
}
