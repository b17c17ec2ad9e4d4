import type { Clock } from '../../../core/time/clock.js';

/** How long what was read before a source failed is shown, in milliseconds. Source: issue 23 section 3. */
const KEPT_MS = 5 * 60_000;

/** More instances than a household has. */
const MOST = 200;

interface Kept<T> {
  readonly reading: T;
  readonly at: number;
}

/** The last good readings of sources, by instance, each for five minutes. */
export class LastReadings<T> {
  private readonly kept = new Map<string, Kept<T>>();
  /** Increases when what was read may be about another instance. */
  private generation = 0;

  constructor(private readonly clock: Clock) {}

  /** Stands for this moment: see {@link keep}. */
  begin(): number {
    return this.generation;
  }

  /** Keeps a reading that began at `begun`; none that began before an instance changed. */
  keep(instanceId: string, reading: T, begun: number): void {
    if (begun !== this.generation) return;
    this.kept.delete(instanceId);
    this.kept.set(instanceId, { reading, at: this.clock.monotonic() });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
  }

  /** The last good reading; null where there is none, or it is too old. */
  of(instanceId: string): T | null {
    const known = this.kept.get(instanceId);
    if (known && this.clock.monotonic() - known.at < KEPT_MS) return known.reading;
    this.kept.delete(instanceId);
    return null;
  }

  /** Forgets a changed or removed instance. */
  forget(instanceId: string): void {
    this.generation += 1;
    this.kept.delete(instanceId);
  }
}
