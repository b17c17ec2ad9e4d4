import type { Clock } from './clock.js';

/** What {@link within} answers when the work took too long. */
export const TOO_LATE = Symbol('too late');

/**
 * What the work comes to, or {@link TOO_LATE} when that takes longer than somebody wants to wait. The work itself goes
 * on; what becomes of it afterwards concerns nobody here.
 *
 * @param ms how long to wait, in milliseconds
 * @throws what the work throws in time
 */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof TOO_LATE> {
  const enough = new AbortController();
  const patience = clock.sleep(ms, enough.signal).then(
    (): typeof TOO_LATE => TOO_LATE,
    (): typeof TOO_LATE => TOO_LATE,
  );
  try {
    return await Promise.race([work, patience]);
  } finally {
    enough.abort();
  }
}

/**
 * Resolves after everything else that waits for the event loop has run. Long work awaits it now and then so that it
 * doesn't block other calls.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
