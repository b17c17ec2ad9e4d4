import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import type { LiveState } from './request-status.js';

/**
 * Judges an open request when its account requests the title again: it is kept, unless it was delivered and the library
 * affirms that the title is gone. Then a new request replaces it. Source: doc 4 sections 1.9 and 1.12.
 */
export function judgeRepeat(delivery: DispatchState, live: LiveState): 'kept' | 'replaced' {
  return delivery === 'complete' && live.known && live.status === 'unavailable' ? 'replaced' : 'kept';
}

/** Does the library affirm that it has all of the title? Then nothing is requested and nothing charged. */
export function isOwned(live: LiveState): boolean {
  return live.known && live.status === 'available';
}
