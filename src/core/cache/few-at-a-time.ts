import { temporarilyUnavailable } from '../errors/app-error.js';

/** Runs only a few works at once; the others wait in order, up to a number. */
export class FewAtATime {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param atOnce how many works run at the same time
   * @param maxWaiting how many may wait
   */
  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Runs the work when it is its turn, and settles as it does.
   *
   * @throws AppError 503 when too many are waiting already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private async turn(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) throw temporarilyUnavailable(new Error('too much work is waiting'));
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The place of a work that has ended goes straight to the one that waits longest. */
  private next(): void {
    const first = this.waiting.shift();
    if (first) first();
    else this.running -= 1;
  }
}
