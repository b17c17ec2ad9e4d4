/** Callers who want the same thing at the same time share one piece of work, and its failure. The next caller starts anew. */
export class SingleFlight<K, V> {
  private readonly flights = new Map<K, Promise<V>>();

  /** The outcome of the work under way for `key`, started when there is none. `work` may ask whether callers still join this flight. */
  run(key: K, work: (isCurrent: () => boolean) => Promise<V>): Promise<V> {
    const known = this.flights.get(key);
    if (known) return known;
    // The work starts a microtask later, so that its flight is known before it can ask or join.
    const flight: Promise<V> = Promise.resolve().then(() => work(() => this.flights.get(key) === flight));
    this.flights.set(key, flight);
    const land = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.then(land, land);
    return flight;
  }

  /** Callers from now on start anew; those who already wait still get what they wait for. */
  forget(key: K): void {
    this.flights.delete(key);
  }

  forgetAll(): void {
    this.flights.clear();
  }
}

/** Far more than pieces of work that go on at the same time. */
const STRIPES = 64;

/** Pieces of work under one key come after each other, in order. Two keys may share a stripe, so work must not ask for a lock again. */
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
