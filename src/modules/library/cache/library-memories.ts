import type { Log } from '../../../core/logging/log.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { LibraryChanges } from './library-changes.js';
import { LibraryHealth } from './library-health.js';
import type { LibraryMemory } from './library-kind.js';
import { LibraryOutage } from './library-outage.js';

/**
 * Keeps the state of each library between reads. A read holds the state that it began with: once the state is replaced,
 * the read neither pauses later reads nor overwrites their results.
 */
export class LibraryMemories<Key, Entry> {
  private readonly memories = new Map<string, LibraryMemory<Key, Entry>>();

  /** @param isWatched was this library used recently? */
  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly log: Log,
    private readonly isWatched: (instanceId: string) => boolean,
  ) {}

  /** The number of libraries with remembered state. */
  get size(): number {
    return this.memories.size;
  }

  /** The libraries with remembered state. */
  ids(): readonly string[] {
    return [...this.memories.keys()];
  }

  /** The state of this library; undefined when there is none. */
  get(instanceId: string): LibraryMemory<Key, Entry> | undefined {
    return this.memories.get(instanceId);
  }

  /** As {@link get}, but creates the state when there is none. */
  of(instanceId: string): LibraryMemory<Key, Entry> {
    const known = this.memories.get(instanceId);
    if (known) return known;
    const outage = new LibraryOutage(this.clock, this.log.child({ instanceId }));
    const health = this.newHealth(instanceId);
    const memory: LibraryMemory<Key, Entry> = {
      outage,
      health,
      last: {},
      lastQueue: {},
      changes: new LibraryChanges<Key>(),
    };
    this.memories.set(instanceId, memory);
    return memory;
  }

  /** Handles a changed library: reads under way write nothing, and it may be read at once. */
  renew(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    memory.health.end();
    const [outage, health] = [memory.outage.withoutPauses(), this.newHealth(instanceId)];
    const [last, lastQueue] = [{ ...memory.last }, { ...memory.lastQueue }];
    this.memories.set(instanceId, { ...memory, outage, health, last, lastQueue });
  }

  /** Handles a changed queue: reads of it under way write nothing. */
  renewQueue(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    memory.health.letGo('queue');
    this.memories.set(instanceId, { ...memory, lastQueue: { ...memory.lastQueue } });
  }

  /** Ends all pauses; reads of all titles continue. */
  endPauses(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    const [outage, health] = [memory.outage.withoutPauses(), memory.health.withoutRest()];
    this.memories.set(instanceId, { ...memory, outage, health });
  }

  /** Forgets this library. */
  forget(instanceId: string): void {
    this.memories.get(instanceId)?.health.end();
    this.memories.delete(instanceId);
  }

  /** Stops background reads of all libraries. */
  end(): void {
    for (const { health } of this.memories.values()) health.end();
  }

  private newHealth(instanceId: string): LibraryHealth {
    const { clock, random } = this;
    return new LibraryHealth({ clock, random, isWatched: () => this.isWatched(instanceId) });
  }
}
