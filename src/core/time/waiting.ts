import type { Clock } from './clock.js';

/** What {@link within} answers when the work took too long. */
export const TOO_LATE = Symbol('too late');

/** Given, so that no DOMException with the trace of its stack is made for each call. */
const ENOUGH = 'enough';

/** What the work comes to, or {@link TOO_LATE} after `ms` milliseconds; the work itself goes on. @throws what the work throws in time */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof TOO_LATE> {
  const enough = new AbortController();
  const patience = clock.sleep(ms, enough.signal).then(
    (): typeof TOO_LATE => TOO_LATE,
    (): typeof TOO_LATE => TOO_LATE,
  );
  try {
    return await Promise.race([work, patience]);
  } finally {
    enough.abort(ENOUGH);
  }
}

/** Resolves after everything else that waits for the event loop. Long work awaits it, so that it doesn't block other calls. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
