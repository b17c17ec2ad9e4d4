import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import type { LibraryMemory } from './library-kind.js';
import type { LibraryMemories } from './library-memories.js';
import { isReadFault, type LibraryRead } from './library-outage.js';

/** Connects to libraries, and handles removed ones. */
interface AttemptPlaces<Client> {
  connect(instanceId: string): Promise<Client>;
  /** Called when a read shows that the instance has been removed. */
  gone(instanceId: string): void;
  readonly log: Log;
}

/** One call to a library's manager, with the state of the library to update. */
type Take<Client, Key, Entry, V> = (client: Client, memory: LibraryMemory<Key, Entry>) => Promise<V>;

/** A read that starts with the current state of the library. */
type Read<Key, Entry, V> = (memory: LibraryMemory<Key, Entry>) => Promise<V>;

/**
 * Reads from the managers of libraries and records success and failure. A read that failed a moment ago is not
 * repeated, and a library that rests is not read.
 */
export class LibraryAttempts<Client, Key, Entry> {
  constructor(
    private readonly places: AttemptPlaces<Client>,
    private readonly memories: LibraryMemories<Key, Entry>,
  ) {}

  /**
   * The cached value of a library, or a new one; null when the library can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async readThrough<V>(
    cache: TtlCache<string, V>,
    reading: LibraryRead,
    instanceId: string,
    take: Take<Client, Key, Entry, V>,
  ): Promise<V | null> {
    const warm = cache.has(instanceId) ? cache.get(instanceId) : undefined;
    if (warm !== undefined) return warm;
    const read: Read<Key, Entry, V> = (memory) =>
      cache.fetch(instanceId, () =>
        this.attempt(reading, instanceId, memory, { take, again: () => this.tryAgain(reading, instanceId, read) }),
      );
    return this.unlessPaused(reading, instanceId, read);
  }

  /**
   * Reads other data of a library under the same pauses; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  readBeside<V>(reading: LibraryRead, instanceId: string, take: Take<Client, Key, Entry, V>): Promise<V | null> {
    const read: Read<Key, Entry, V> = (memory) =>
      this.attempt(reading, instanceId, memory, { take, again: () => this.tryAgain(reading, instanceId, read) });
    return this.unlessPaused(reading, instanceId, read);
  }

  private async attempt<V>(
    reading: LibraryRead,
    instanceId: string,
    memory: LibraryMemory<Key, Entry>,
    { take, again }: { readonly take: Take<Client, Key, Entry, V>; readonly again: () => Promise<void> },
  ): Promise<V> {
    const { health } = memory;
    const end = health.begin(reading);
    try {
      const value = await take(await this.places.connect(instanceId), memory);
      end();
      memory.outage.succeeded(reading);
      // The manager answers again: the pauses of other reads end.
      if (health.succeeded()) this.memories.endPauses(instanceId);
      return value;
    } catch (fault) {
      const wasSlow = end();
      if (isReadFault(fault)) health.failed(wasSlow, again);
      throw fault;
    }
  }

  private async unlessPaused<V>(
    reading: LibraryRead,
    instanceId: string,
    read: Read<Key, Entry, V>,
  ): Promise<V | null> {
    const memory = this.memories.of(instanceId);
    return memory.health.isResting || memory.outage.isPaused(reading)
      ? null
      : this.settled(reading, instanceId, memory, read);
  }

  private async settled<V>(
    reading: LibraryRead,
    instanceId: string,
    memory: LibraryMemory<Key, Entry>,
    read: Read<Key, Entry, V>,
  ): Promise<V | null> {
    try {
      return await read(memory);
    } catch (error) {
      // A read that waited for its turn may start after the instance was removed: drop what it created.
      if (error instanceof InstanceMissing) this.places.gone(instanceId);
      if (!isReadFault(error)) throw error;
      memory.outage.failed(reading, error);
      return null;
    }
  }

  /** Repeats a slow failed read in the background while the library rests. Never throws. */
  private async tryAgain<V>(reading: LibraryRead, instanceId: string, read: Read<Key, Entry, V>): Promise<void> {
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    try {
      await this.settled(reading, instanceId, memory, read);
    } catch (error) {
      this.places.log.error('background read of a library failed', { instanceId, error });
    }
  }
}
