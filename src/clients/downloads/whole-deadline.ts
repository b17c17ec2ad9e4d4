import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Clock } from '../../core/time/clock.js';
import { Deadline } from '../http/deadline.js';
import { reach } from '../http/http-faults.js';

/** What ends together, and when. */
interface WholeDeadline {
  /** Product name in lower case. */
  readonly system: string;
  readonly operation: string;
  readonly clock: Clock;
  readonly ms: number;
  /** The caller's way to give up. */
  readonly signal?: AbortSignal;
}

/**
 * Does work that consists of several calls, and ends after `ms` whatever it waits for, a sign-in that others wait for
 * included. Nothing is sent after that by calls that have been given the signal.
 *
 * @throws UpstreamError of kind `timeout` or `aborted`; what `work` throws
 */
export async function withinWhole<T>(
  { system, operation, clock, ms, signal }: WholeDeadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(clock, ms, signal);
  const over = new Promise<never>((_, reject) => {
    const end = (): void => {
      const [kind, reason] = deadline.passed
        ? (['timeout', reach(`no complete answer within ${ms / 1_000} s`)] as const)
        : (['aborted', 'the call was given up'] as const);
      reject(new UpstreamError({ system, operation, kind, reason, definitelyNotSent: false }));
    };
    if (deadline.signal.aborted) end();
    else deadline.signal.addEventListener('abort', end, { once: true });
  });
  try {
    // A sign-in that others wait for would not heed the signal: what is over is not begun.
    return await (deadline.signal.aborted ? over : Promise.race([over, work(deadline.signal)]));
  } finally {
    deadline.end();
  }
}
