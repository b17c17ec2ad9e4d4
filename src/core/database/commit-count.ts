import type { Clock } from '../time/clock.js';

/** How long a commit that was never answered may still come true; a server gives up on a statement after a fraction of it. */
const DOUBT_MS = 600_000;

/** Counts the writes of a database that have ended, for {@link Database.commits}. */
export class CommitCount {
  private count = 0;
  private doubtedUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /** The count. While a commit may still come true unseen, it is another one each time. */
  get ended(): number {
    if (this.clock.monotonic() < this.doubtedUntil) this.count += 1;
    return this.count;
  }

  /** A write has been committed, or undone by the engine while it was being committed. */
  add(): void {
    this.count += 1;
  }

  /** A commit was sent, and its outcome is unknown. */
  doubt(): void {
    this.count += 1;
    this.doubtedUntil = this.clock.monotonic() + DOUBT_MS;
  }
}
