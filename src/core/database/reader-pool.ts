/** A fixed set of things of which each is used by one caller at a time; callers that find none free wait in line. */
export class ReaderPool<R> {
  private readonly free: R[];
  private readonly waiting: ((reader: R) => void)[] = [];
  // A number and no set of the calls: a set that is always filled and emptied leaves tables behind with what was in them, which hold one
  // another until the engine's next full collection.
  private open = 0;
  private readonly onlookers: (() => void)[] = [];

  constructor(readers: readonly R[]) {
    this.free = [...readers];
  }

  /** Gives `work` a reader of its own until it settles. */
  async use<T>(work: (reader: R) => Promise<T>): Promise<T> {
    this.open += 1;
    try {
      return await this.lend(work);
    } finally {
      this.open -= 1;
      if (this.open === 0) for (const notify of this.onlookers.splice(0)) notify();
    }
  }

  /** Resolves as soon as no call is under way, those that wait for a reader included. */
  async drained(): Promise<void> {
    if (this.open > 0) await new Promise<void>((resolve) => this.onlookers.push(resolve));
  }

  private async lend<T>(work: (reader: R) => Promise<T>): Promise<T> {
    const reader = this.free.pop() ?? (await new Promise<R>((resolve) => this.waiting.push(resolve)));
    try {
      return await work(reader);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free.push(reader);
      else next(reader);
    }
  }
}
