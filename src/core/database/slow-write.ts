import type { Log } from '../logging/log.js';
import type { Clock } from '../time/clock.js';

/** A write that is at work for longer than this is logged, since every other writer waits for it. */
const SLOW_WRITE_MS = 2_000;

/** Runs the work of a write and warns, while it still goes on, when it holds up the others. */
export async function watchForSlowness<T>(clock: Clock, log: Log, work: () => Promise<T>): Promise<T> {
  const alarm = clock.setTimer(SLOW_WRITE_MS, () => {
    log.warn('a write is holding up all others', { held_ms: SLOW_WRITE_MS });
  });
  try {
    return await work();
  } finally {
    alarm.cancel();
  }
}
