/** In whose name something waits for, or takes of, what all share. Below the modules it is a key and nothing more. */
export type Share = string;

/** What the server does of its own accord. */
export const SYSTEM_SHARE: Share = 'system';

/** What it does for an account. */
export const shareOf = (userId: number): Share => `account ${userId}`;

/** Who waits, share by share. Next is the share that has waited longest since its last turn, and within it who came first. */
export class FairLine<T> {
  /** The share whose turn is next first. */
  private readonly shares = new Map<Share, T[]>();
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  sizeOf(share: Share): number {
    return this.shares.get(share)?.length ?? 0;
  }

  /** How many turns come before that of one more in this share, as the line is now. */
  ahead(share: Share): number {
    const own = this.sizeOf(share);
    let turns = own;
    let mayGoBefore = own + 1;
    for (const [other, waiting] of this.shares) {
      if (other === share) mayGoBefore = own;
      else turns += Math.min(waiting.length, mayGoBefore);
    }
    return turns;
  }

  /** Stands at the end of its share. */
  add(share: Share, entry: T): void {
    const waiting = this.shares.get(share);
    if (waiting) waiting.push(entry);
    else this.shares.set(share, [entry]);
    this.waiting += 1;
  }

  /** Takes out whose turn it is; undefined where nobody waits. */
  next(): T | undefined {
    for (const [share, waiting] of this.shares) {
      const [first] = waiting.splice(0, 1);
      this.waiting -= 1;
      this.shares.delete(share);
      if (waiting.length > 0) this.shares.set(share, waiting);
      return first;
    }
    return undefined;
  }

  /** Leaves without a turn. One that doesn't wait any more changes nothing. */
  remove(share: Share, entry: T): void {
    const waiting = this.shares.get(share);
    const place = waiting?.indexOf(entry) ?? -1;
    if (!waiting || place < 0) return;
    waiting.splice(place, 1);
    this.waiting -= 1;
    if (waiting.length === 0) this.shares.delete(share);
  }
}
