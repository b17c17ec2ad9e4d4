/** A timer that has been set and may be taken back. */
export interface TimerHandle {
  /** Takes the timer back; calling it again, or after it fired, does nothing. */
  cancel(): void;
}

/**
 * What time is it, and when may work go on? The only source of time in the program: everything that waits, expires
 * or stamps a row asks a clock it was given, so that a test can move it.
 *
 * Times are epoch milliseconds (UTC); durations are milliseconds. The time of day may be set, back or forth, while the
 * process runs: by NTP, by a person, on a board without a battery at each start. So how long something takes or lasts
 * within the process is measured by {@link monotonic}, and {@link now} is for what is stored, shown or compared with either.
 */
export abstract class Clock {
  /** The time of day, in epoch milliseconds. It may jump either way between two calls. */
  abstract now(): number;

  /**
   * Milliseconds since a moment of this process's own, in whole numbers. It never goes back and doesn't jump when the time
   * of day is set. Only the difference of two calls means anything; it is neither stored nor shown.
   */
  abstract monotonic(): number;

  /** Runs `work` once, `ms` from now. An open timer doesn't keep the process alive. */
  abstract setTimer(ms: number, work: () => void): TimerHandle;

  /** Runs `work` every `ms`. An open interval doesn't keep the process alive. */
  abstract setInterval(ms: number, work: () => void): TimerHandle;

  /**
   * Resolves `ms` from now.
   *
   * @param signal ends the wait early
   * @throws the signal's reason, when it is aborted before or during the wait
   */
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
