import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';

/** How long a library counts as watched after somebody looked at it. */
const WATCHED_FOR_MS = 10 * 60_000;

/** Which libraries does somebody look at? Only those are worth polling. */
@Injectable()
export class WatchedLibrariesService {
  private readonly lookedAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Somebody has just looked at this library. */
  note(instanceId: string): void {
    this.lookedAt.set(instanceId, this.clock.monotonic());
  }

  /** The libraries that were looked at in the last ten minutes. */
  current(): string[] {
    const since = this.clock.monotonic() - WATCHED_FOR_MS;
    for (const [instanceId, at] of this.lookedAt) {
      if (at <= since) this.lookedAt.delete(instanceId);
    }
    return [...this.lookedAt.keys()];
  }

  /** Was this library looked at in the last ten minutes? */
  has(instanceId: string): boolean {
    return this.current().includes(instanceId);
  }

  /** The library is gone. */
  forget(instanceId: string): void {
    this.lookedAt.delete(instanceId);
  }
}
