import type { Clock, TimerHandle } from '../../core/time/clock.js';

/** How long is one part of an exchange waited for? One part at a time; the next takes the place of the one before. */
export class WaitingLimit {
  /** What did not come in time: `answer`. Undefined as long as everything did. */
  lost: string | undefined;
  private timer: TimerHandle | undefined;

  /** @param giveUp ends the exchange */
  constructor(
    private readonly clock: Clock,
    private readonly giveUp: () => void,
  ) {}

  /** From now on this is waited for. */
  expect(what: string, ms: number): void {
    this.timer?.cancel();
    this.timer = this.clock.setTimer(ms, () => {
      this.lost = what;
      this.giveUp();
    });
  }

  /** Nothing is waited for any more. */
  rest(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }
}
