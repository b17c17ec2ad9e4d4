import type { Log } from '../../../core/logging/log.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { LibraryChanges } from './library-changes.js';
import { LibraryHealth } from './library-health.js';
import type { LibraryMemory } from './library-kind.js';
import { LibraryOutage } from './library-outage.js';

/**
 * What is remembered of each library from one reading to the next. A reading under way holds the memory that it began
 * with: once that is replaced here, the reading neither pauses those to come nor overwrites what those find.
 */
export class LibraryMemories<Entry> {
  private readonly memories = new Map<string, LibraryMemory<Entry>>();

  /** @param isWatched has somebody looked at this library of late? */
  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly log: Log,
    private readonly isWatched: (instanceId: string) => boolean,
  ) {}

  /** Of how many libraries something is remembered. */
  get size(): number {
    return this.memories.size;
  }

  /** What is remembered of this library; undefined for nothing. */
  get(instanceId: string): LibraryMemory<Entry> | undefined {
    return this.memories.get(instanceId);
  }

  /** As {@link get}; where nothing is remembered, that begins now. */
  of(instanceId: string): LibraryMemory<Entry> {
    const known = this.memories.get(instanceId);
    if (known) return known;
    const outage = new LibraryOutage(this.clock, this.log.child({ instanceId }));
    const health = this.newHealth(instanceId);
    const memory: LibraryMemory<Entry> = { outage, health, last: {}, lastQueue: {}, changes: new LibraryChanges() };
    this.memories.set(instanceId, memory);
    return memory;
  }

  /** The library was changed: readings under way write no more, and it may be tried at once. */
  renew(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    memory.health.end();
    const [outage, health] = [memory.outage.withoutPauses(), this.newHealth(instanceId)];
    const [last, lastQueue] = [{ ...memory.last }, { ...memory.lastQueue }];
    this.memories.set(instanceId, { ...memory, outage, health, last, lastQueue });
  }

  /** The queue alone was changed: readings of it under way write no more. */
  renewQueue(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    memory.health.letGo('queue');
    this.memories.set(instanceId, { ...memory, lastQueue: { ...memory.lastQueue } });
  }

  /** The library may be tried at once; readings of all its titles go on. */
  endPauses(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    const [outage, health] = [memory.outage.withoutPauses(), memory.health.withoutRest()];
    this.memories.set(instanceId, { ...memory, outage, health });
  }

  /** Nothing is remembered of this library any more. */
  forget(instanceId: string): void {
    this.memories.get(instanceId)?.health.end();
    this.memories.delete(instanceId);
  }

  /** No library is tried again for its own sake. */
  end(): void {
    for (const { health } of this.memories.values()) health.end();
  }

  private newHealth(instanceId: string): LibraryHealth {
    const { clock, random } = this;
    return new LibraryHealth({ clock, random, isWatched: () => this.isWatched(instanceId) });
  }
}
