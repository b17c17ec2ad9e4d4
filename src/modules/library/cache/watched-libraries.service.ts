import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';

/** How long a library counts as watched after its last use. */
const WATCHED_FOR_MS = 10 * 60_000;

/** Tracks the libraries that are used. Only those are polled. */
@Injectable()
export class WatchedLibrariesService {
  private readonly lookedAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Records that this library was used now. */
  note(instanceId: string): void {
    this.lookedAt.set(instanceId, this.clock.monotonic());
  }

  /** The libraries that were used in the last ten minutes. */
  current(): string[] {
    const since = this.clock.monotonic() - WATCHED_FOR_MS;
    for (const [instanceId, at] of this.lookedAt) {
      if (at <= since) this.lookedAt.delete(instanceId);
    }
    return [...this.lookedAt.keys()];
  }

  /** Was this library used in the last ten minutes? */
  has(instanceId: string): boolean {
    return this.current().includes(instanceId);
  }

  /** Forgets a removed library. */
  forget(instanceId: string): void {
    this.lookedAt.delete(instanceId);
  }
}
