import type { Clock } from '../time/clock.js';

/** A lease that is extended regularly. */
export interface KeptLease {
  /** True once an extension was refused or could not be written: another worker may have the subject of the lease. */
  readonly lost: boolean;
  /** Ends the heartbeat. */
  stop(): void;
}

/** Extends a lease every `everyMs` milliseconds until it is stopped or lost. */
export function keepLease(clock: Clock, everyMs: number, extend: () => Promise<boolean>): KeptLease {
  const kept = { lost: false, stop: (): void => timer.cancel() };
  const lose = (): void => {
    kept.lost = true;
    timer.cancel();
  };
  const timer = clock.setInterval(everyMs, () => {
    extend().then((held) => (held ? undefined : lose()), lose);
  });
  return kept;
}
