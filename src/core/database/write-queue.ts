/**
 * One at a time, in the order of the calls. A piece of work that fails doesn't hold up the next.
 */
export class WriteQueue {
  private tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything that was queued before it has settled. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(work);
    this.tail = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  /** Resolves when everything that was queued up to now has settled. */
  async drained(): Promise<void> {
    await this.tail;
  }
}
