import type { FilmAvailability } from '../../library/library.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';

/**
 * An account asks again for what it has an open request for: does that one still stand, or does it make room for a
 * new one? It makes room only when it was delivered and the library affirms that the title is gone.
 * Source: doc 4 sections 1.9 and 1.12.
 */
export function judgeRepeat(delivery: DispatchState, live: FilmAvailability): 'stands' | 'makes_room' {
  return delivery === 'complete' && live.known && live.status === 'unavailable' ? 'makes_room' : 'stands';
}

/** Does the library affirm that it has a file of the title? Then there is nothing to ask for and nothing to spend. */
export function isOwned(live: FilmAvailability): boolean {
  return live.known && live.status === 'available';
}
