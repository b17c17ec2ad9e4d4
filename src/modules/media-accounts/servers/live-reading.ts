import { Deadline } from '../../../clients/http/deadline.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Clock } from '../../../core/time/clock.js';

/** So long an answer waits for a server that is read for it, in milliseconds. Source: issue 21, 4 s per server. */
const LONGEST_READ_MS = 4_000;

/**
 * Reads a server for an answer that somebody waits for.
 *
 * @param read is to end with its signal; where it doesn't, nobody waits for it any longer
 * @throws UpstreamError of kind `timeout` after 4 s, and what `read` throws
 */
export async function readWithinLimit<T>(clock: Clock, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new Deadline(clock, LONGEST_READ_MS);
  const passed = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(TOO_SLOW()), { once: true });
  });
  try {
    return await Promise.race([read(deadline.signal), passed]);
  } finally {
    deadline.end();
  }
}

const TOO_SLOW = (): UpstreamError =>
  new UpstreamError({
    system: 'media server',
    operation: 'accounts.read',
    kind: 'timeout',
    definitelyNotSent: false,
    reason: 'server did not answer in time',
  });
