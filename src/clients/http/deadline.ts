import type { Clock } from '../../core/time/clock.js';

/** A limit on a whole call, from its first byte to its last: the clock's, and the caller's own signal. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly release: () => void;
  private passedFlag = false;

  /** @param outer the caller's signal; it ends the call as well */
  constructor(clock: Clock, ms: number, outer?: AbortSignal) {
    const timer = clock.setTimer(ms, () => {
      this.passedFlag = true;
      this.controller.abort();
    });
    const giveUp = (): void => this.controller.abort();
    if (outer?.aborted) giveUp();
    outer?.addEventListener('abort', giveUp, { once: true });
    this.release = () => {
      timer.cancel();
      outer?.removeEventListener('abort', giveUp);
    };
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get passed(): boolean {
    return this.passedFlag;
  }

  end(): void {
    this.release();
  }
}
