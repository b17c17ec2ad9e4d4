/**
 * Lets callers who want the same thing at the same time share one piece of work.
 *
 * A failure reaches every caller who waits for it. Once the work has settled, the next caller starts anew.
 */
export class SingleFlight<K, V> {
  private readonly flights = new Map<K, Promise<V>>();

  /**
   * The outcome of the work under way for `key`; `work` is started only when there is none.
   *
   * @param work gets a question it may ask at any time: is this still the flight that callers join, or has it been
   *   forgotten meanwhile?
   */
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

  /** {@link forget} for every key. */
  forgetAll(): void {
    this.flights.clear();
  }
}
