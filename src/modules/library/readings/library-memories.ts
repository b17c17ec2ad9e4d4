import type { Log } from '../../../core/logging/log.js';
import type { Clock } from '../../../core/time/clock.js';
import { LibraryChanges } from './library-changes.js';
import type { LibraryMemory } from './library-kind.js';
import { LibraryOutage } from './library-outage.js';

/**
 * What is remembered of each library from one reading to the next. A reading under way holds the memory that it began
 * with: once that is replaced here, the reading neither pauses those to come nor overwrites what those find.
 */
export class LibraryMemories<Entry> {
  private readonly memories = new Map<string, LibraryMemory<Entry>>();

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
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
    const memory: LibraryMemory<Entry> = { outage, last: {}, lastQueue: {}, changes: new LibraryChanges() };
    this.memories.set(instanceId, memory);
    return memory;
  }

  /** The library was changed: readings under way write no more, and it may be tried at once. */
  renew(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    const outage = memory.outage.withoutPauses();
    this.memories.set(instanceId, { ...memory, outage, last: { ...memory.last }, lastQueue: { ...memory.lastQueue } });
  }

  /** The queue alone was changed: readings of it under way write no more. */
  renewQueue(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (memory) this.memories.set(instanceId, { ...memory, lastQueue: { ...memory.lastQueue } });
  }

  /** The library may be tried at once; readings of all its titles go on. */
  endPauses(instanceId: string): void {
    const memory = this.memories.get(instanceId);
    if (memory) this.memories.set(instanceId, { ...memory, outage: memory.outage.withoutPauses() });
  }

  /** Nothing is remembered of this library any more. */
  forget(instanceId: string): void {
    this.memories.delete(instanceId);
  }
}
