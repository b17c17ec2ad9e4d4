/**
 * A fixed set of things of which each is used by one caller at a time; callers that find none free wait in line.
 */
export class ReaderPool<R> {
  private readonly free: R[];
  private readonly waiting: ((reader: R) => void)[] = [];
  private readonly open = new Set<Promise<unknown>>();

  constructor(readers: readonly R[]) {
    this.free = [...readers];
  }

  /** Gives `work` a reader of its own until it settles. */
  async use<T>(work: (reader: R) => Promise<T>): Promise<T> {
    const call = this.lend(work);
    this.open.add(call);
    try {
      return await call;
    } finally {
      this.open.delete(call);
    }
  }

  /** Resolves when every call made up to now has settled. */
  async drained(): Promise<void> {
    await Promise.allSettled(this.open);
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
