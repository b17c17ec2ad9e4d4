/** Far more than pieces of work that go on at the same time. */
const STRIPES = 64;

/**
 * Lets pieces of work under one key come after each other, in the order in which they were asked for. Memory is bounded:
 * keys share a fixed number of stripes, so now and then two of different keys wait for each other too. Work must not ask
 * for a lock again, lest it wait for itself.
 */
export class StripedLock {
  private readonly stripes: Promise<unknown>[] = Array.from({ length: STRIPES }, () => Promise.resolve());

  /** Runs the work once its turn has come; what it throws reaches the caller alone. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const stripe = stripeOf(key);
    const turn = (this.stripes[stripe] ?? Promise.resolve()).then(work);
    this.stripes[stripe] = turn.catch(() => undefined);
    return turn;
  }
}

/** By FNV-1a, which spreads short texts well. */
function stripeOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return hash % STRIPES;
}
