import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import type { LibraryMemory } from './library-kind.js';
import type { LibraryMemories } from './library-memories.js';
import { isReadingFault, type Reading } from './library-outage.js';

/** Where libraries are reached, and what becomes of one that is gone. */
interface AttemptPlaces<Client> {
  connect(instanceId: string): Promise<Client>;
  /** The instance proved to be gone while it was read. */
  gone(instanceId: string): void;
}

/** One call of a library's manager, and what it notes of the library. */
type Take<Client, Entry, V> = (client: Client, memory: LibraryMemory<Entry>) => Promise<V>;

/** Asks the managers of libraries, unless that failed a moment ago, and notes what came of it. */
export class LibraryAttempts<Client, Entry> {
  constructor(
    private readonly places: AttemptPlaces<Client>,
    private readonly memories: LibraryMemories<Entry>,
  ) {}

  /**
   * What a cache holds of a library, or what is read into it; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async readThrough<V>(
    cache: TtlCache<string, V>,
    reading: Reading,
    instanceId: string,
    take: Take<Client, Entry, V>,
  ): Promise<V | null> {
    const warm = cache.has(instanceId) ? cache.get(instanceId) : undefined;
    if (warm !== undefined) return warm;
    return this.unlessPaused(reading, instanceId, (memory) =>
      cache.fetch(instanceId, () => this.attempt(reading, instanceId, memory, take)),
    );
  }

  /**
   * Reads something else of a library, under the same pauses; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  readBeside<V>(reading: Reading, instanceId: string, take: Take<Client, Entry, V>): Promise<V | null> {
    return this.unlessPaused(reading, instanceId, (memory) => this.attempt(reading, instanceId, memory, take));
  }

  private async attempt<V>(
    reading: Reading,
    instanceId: string,
    memory: LibraryMemory<Entry>,
    take: Take<Client, Entry, V>,
  ): Promise<V> {
    const value = await take(await this.places.connect(instanceId), memory);
    memory.outage.succeeded(reading);
    return value;
  }

  private async unlessPaused<V>(
    reading: Reading,
    instanceId: string,
    read: (memory: LibraryMemory<Entry>) => Promise<V>,
  ): Promise<V | null> {
    const memory = this.memories.of(instanceId);
    if (memory.outage.isPaused(reading)) return null;
    try {
      return await read(memory);
    } catch (error) {
      // Whoever waited for a turn may come after an instance has gone: what that began goes, too.
      if (error instanceof InstanceMissing) this.places.gone(instanceId);
      if (!isReadingFault(error)) throw error;
      memory.outage.failed(reading, error);
      return null;
    }
  }
}
