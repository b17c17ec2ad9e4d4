import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import type { LibraryMemory } from './library-kind.js';
import type { LibraryMemories } from './library-memories.js';
import { isReadFault, type LibraryRead } from './library-outage.js';

/** Where libraries are reached, and what becomes of one that is gone. */
interface AttemptPlaces<Client> {
  connect(instanceId: string): Promise<Client>;
  /** The instance proved to be gone while it was read. */
  gone(instanceId: string): void;
  readonly log: Log;
}

/** One call of a library's manager, and what it notes of the library. */
type Take<Client, Entry, V> = (client: Client, memory: LibraryMemory<Entry>) => Promise<V>;

/** A reading, with what is remembered of the library when it begins. */
type Read<Entry, V> = (memory: LibraryMemory<Entry>) => Promise<V>;

/** Asks the managers of libraries, unless that failed a moment ago or the library rests, and notes what came of it. */
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
    reading: LibraryRead,
    instanceId: string,
    take: Take<Client, Entry, V>,
  ): Promise<V | null> {
    const warm = cache.has(instanceId) ? cache.get(instanceId) : undefined;
    if (warm !== undefined) return warm;
    const read: Read<Entry, V> = (memory) =>
      cache.fetch(instanceId, () =>
        this.attempt(reading, instanceId, memory, { take, again: () => this.tryAgain(reading, instanceId, read) }),
      );
    return this.unlessPaused(reading, instanceId, read);
  }

  /**
   * Reads something else of a library, under the same pauses; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  readBeside<V>(reading: LibraryRead, instanceId: string, take: Take<Client, Entry, V>): Promise<V | null> {
    const read: Read<Entry, V> = (memory) =>
      this.attempt(reading, instanceId, memory, { take, again: () => this.tryAgain(reading, instanceId, read) });
    return this.unlessPaused(reading, instanceId, read);
  }

  private async attempt<V>(
    reading: LibraryRead,
    instanceId: string,
    memory: LibraryMemory<Entry>,
    { take, again }: { readonly take: Take<Client, Entry, V>; readonly again: () => Promise<void> },
  ): Promise<V> {
    const { health } = memory;
    const end = health.begin(reading);
    try {
      const value = await take(await this.places.connect(instanceId), memory);
      end();
      memory.outage.succeeded(reading);
      // What failed as slowly beside it needs no pause of its own any more.
      if (health.succeeded()) this.memories.endPauses(instanceId);
      return value;
    } catch (fault) {
      const wasSlow = end();
      if (isReadFault(fault)) health.failed(wasSlow, again);
      throw fault;
    }
  }

  private async unlessPaused<V>(reading: LibraryRead, instanceId: string, read: Read<Entry, V>): Promise<V | null> {
    const memory = this.memories.of(instanceId);
    return memory.health.isResting || memory.outage.isPaused(reading)
      ? null
      : this.settled(reading, instanceId, memory, read);
  }

  private async settled<V>(
    reading: LibraryRead,
    instanceId: string,
    memory: LibraryMemory<Entry>,
    read: Read<Entry, V>,
  ): Promise<V | null> {
    try {
      return await read(memory);
    } catch (error) {
      // Whoever waited for a turn may come after an instance has gone: what that began goes, too.
      if (error instanceof InstanceMissing) this.places.gone(instanceId);
      if (!isReadFault(error)) throw error;
      memory.outage.failed(reading, error);
      return null;
    }
  }

  /** Reads behind everybody what failed slowly, though the library rests. Never throws. */
  private async tryAgain<V>(reading: LibraryRead, instanceId: string, read: Read<Entry, V>): Promise<void> {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    try {
      await this.settled(reading, instanceId, memory, read);
    } catch (error) {
      this.places.log.error('library could not be tried again', { instanceId, error });
    }
  }
}
