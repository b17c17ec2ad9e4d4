/** Lets a few pieces of work run at the same time; the others wait their turn in the order in which they came. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  /** @param free how many run at the same time, at least 1 */
  constructor(private free: number) {}

  /**
   * What the work comes to, once it had its turn.
   *
   * @throws what the work throws; the next one has its turn all the same
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
