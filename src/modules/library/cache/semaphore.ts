/** Limits how many pieces of work run at the same time; the others wait in order. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  /** @param free the number of concurrent pieces of work, at least 1 */
  constructor(private free: number) {}

  /**
   * Runs the work when it is its turn, and returns its result.
   *
   * @throws what the work throws; the next one runs all the same
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((turn) => this.waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
