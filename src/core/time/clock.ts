/** A timer that has been set and may be taken back. */
export interface TimerHandle {
  /** Takes the timer back; calling it again, or after it fired, does nothing. */
  cancel(): void;
}

/**
 * The only source of time, so that a test can move it. The time of day may be set while the process runs: what lasts within it is measured
 * by {@link monotonic}, and {@link now} is for what is stored, shown or compared with either.
 */
export abstract class Clock {
  /** The time of day, in epoch milliseconds. It may jump either way between two calls. */
  abstract now(): number;

  /** Milliseconds since some moment of this process. Never goes back or jumps. Only differences mean anything; neither stored nor shown. */
  abstract monotonic(): number;

  /** Runs `work` once, `ms` from now. An open timer doesn't keep the process alive. */
  abstract setTimer(ms: number, work: () => void): TimerHandle;

  /** Runs `work` every `ms`. An open interval doesn't keep the process alive. */
  abstract setInterval(ms: number, work: () => void): TimerHandle;

  /** Resolves `ms` from now. @throws the signal's reason, when it is aborted before or during the wait */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        timer.cancel();
        reject(signal?.reason as Error);
      };
      const timer = this.setTimer(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}

/** The machine's own clock. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return Math.floor(performance.now());
  }

  setTimer(ms: number, work: () => void): TimerHandle {
    const timer = setTimeout(work, ms);
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  }

  setInterval(ms: number, work: () => void): TimerHandle {
    const timer = setInterval(work, ms);
    timer.unref();
    return { cancel: () => clearInterval(timer) };
  }
}

/** The day of a moment in UTC, `YYYY-MM-DD`. @param epochMs epoch milliseconds */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
