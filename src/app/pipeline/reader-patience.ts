import type { Clock, TimerHandle } from '../../core/time/clock.js';

/** How long a reader may take for one chunk, in milliseconds. Source: doc 3 decisions, idle time of the proxy. */
const PATIENCE_MS = 60_000;

/** How long does an answer wait for a reader who takes nothing of it? Waiting for its source is not counted. */
export class ReaderPatience {
  private timer: TimerHandle | undefined;
  private ended = false;

  /** @param giveUp ends the answer */
  constructor(
    private readonly clock: Clock,
    private readonly giveUp: () => void,
  ) {}

  /** The same chunks. From each, and from the last of them, the reader has a minute to come for more, or to be done. */
  async *over(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      this.wait();
      yield chunk;
      this.rest();
    }
    this.wait();
  }

  /** The answer is over; nobody is waited for any more. */
  end(): void {
    this.ended = true;
    this.rest();
  }

  private wait(): void {
    if (!this.ended) this.timer = this.clock.setTimer(PATIENCE_MS, this.giveUp);
  }

  private rest(): void {
    this.timer?.cancel();
  }
}
