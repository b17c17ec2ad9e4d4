import type { Clock, TimerHandle } from '../../../core/time/clock.js';

/** Does something when nobody comes in time. */
export class Countdown {
  private timer: TimerHandle | undefined;

  /** @param ms how long somebody may take, in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private readonly tooLate: () => void,
  ) {}

  /** Counts from now on, unless it counts already. */
  start(): void {
    if (this.timer === undefined) this.restart();
  }

  /** Counts from now on, whether or not it was counting. */
  restart(): void {
    this.stop();
    this.timer = this.clock.setTimer(this.ms, this.tooLate);
  }

  /** Counts no more. */
  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }
}
