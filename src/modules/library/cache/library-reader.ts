import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import type { DownloadQueue } from './download-queue.js';
import { isReadFault, LibraryBreaker, type LibraryRead } from './library-breaker.js';
import { LibraryChanges } from './library-changes.js';
import type { LibraryDigest, Snapshot } from './library-kind.js';

/** The longest wait of a person for a library, in milliseconds, for all reads of one answer together. */
export const PERSON_WAITS_MS = 2_000;

/** The longest wait of other tools' pages and of events for a library, in milliseconds. */
export const PAGE_WAITS_MS = 10_000;

/** The longest wait of the poll, in milliseconds: nobody waits for it, and reading a queue may take as long. */
export const POLL_WAITS_MS = 15_000;

const WATCHED_FOR_MS = 10 * 60_000;

/** Tracks the libraries that are used. Only those are polled. */
export class WatchedLibraries {
  private readonly lookedAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  note(instanceId: string): void {
    this.lookedAt.set(instanceId, this.clock.monotonic());
  }

  current(): string[] {
    const since = this.clock.monotonic() - WATCHED_FOR_MS;
    for (const [instanceId, at] of this.lookedAt) {
      if (at <= since) this.lookedAt.delete(instanceId);
    }
    return [...this.lookedAt.keys()];
  }

  has(instanceId: string): boolean {
    return this.current().includes(instanceId);
  }

  forget(instanceId: string): void {
    this.lookedAt.delete(instanceId);
  }
}

export interface LibraryState<Key, Entry> {
  readonly breaker: LibraryBreaker;
  /** Of any age: only for comparison and lookup, never to answer readers. */
  readonly last: {
    snapshot?: Snapshot<Key, Entry>;
    digestBefore?: LibraryDigest<Key, Entry>;
    everyEntryIsPast?: boolean;
    /** When the last digest was read, in epoch milliseconds. */
    readAt?: number;
  };
  readonly lastQueue: { read?: DownloadQueue };
  readonly changes: LibraryChanges<Key>;
}

interface ReaderDependencies<Client> {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  connect(instanceId: string): Promise<Client>;
  /** Called when a read shows that the instance has been removed. */
  onRemoved(instanceId: string): void;
}

interface Answer<V> {
  readonly read: () => Promise<V>;
  /** Uses only what is cached. */
  readonly remembered: () => V;
}

type Take<Client, Key, Entry, V> = (client: Client, state: LibraryState<Key, Entry>) => Promise<V>;

/** A read that begins with this state of the library; `again` repeats it in the background. */
type Read<Key, Entry, V> = (state: LibraryState<Key, Entry>, again: () => Promise<void>) => Promise<V>;

/**
 * Reads from managers of one kind, within the time that readers wait. A read that failed a moment ago isn't repeated, and a
 * library that rests isn't read.
 *
 * A read holds the state of its library that it began with: once the state is replaced, the read neither pauses later reads nor
 * overwrites their results.
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage.
 */
export class LibraryReader<Client, Key, Entry> {
  readonly watched: WatchedLibraries;
  private readonly states = new Map<string, LibraryState<Key, Entry>>();

  constructor(private readonly dependencies: ReaderDependencies<Client>) {
    this.watched = new WatchedLibraries(dependencies.clock);
  }

  get ids(): readonly string[] {
    return [...this.states.keys()];
  }

  state(instanceId: string): LibraryState<Key, Entry> | undefined {
    return this.states.get(instanceId);
  }

  /** Uses what is cached where the library is or proves slow; the read goes on for the next reader. @throws faults of the read in time */
  async inTime<V>(instanceId: string, waitMs: number, { read, remembered }: Answer<V>): Promise<V> {
    if (this.state(instanceId)?.breaker.isSlow(waitMs)) return remembered();
    const answer = await within(this.dependencies.clock, waitMs, read());
    return answer === TOO_LATE ? remembered() : answer;
  }

  async readThrough<V>(
    cache: TtlCache<string, V>,
    reading: LibraryRead,
    instanceId: string,
    take: Take<Client, Key, Entry, V>,
  ): Promise<V | null> {
    const warm = cache.has(instanceId) ? cache.get(instanceId) : undefined;
    if (warm !== undefined) return warm;
    return this.readUnlessPaused<V>(reading, instanceId, (state, again) =>
      cache.fetch(instanceId, () => this.attempt(reading, instanceId, state, { take, again })),
    );
  }

  readBeside<V>(reading: LibraryRead, instanceId: string, take: Take<Client, Key, Entry, V>): Promise<V | null> {
    return this.readUnlessPaused(reading, instanceId, (state, again) =>
      this.attempt(reading, instanceId, state, { take, again }),
    );
  }

  /** After a change of the library: running reads write nothing, and it may be read at once. */
  renew(instanceId: string): void {
    const { last, lastQueue } = this.state(instanceId) ?? {};
    this.replace(instanceId, { last: { ...last }, lastQueue: { ...lastQueue } }, { keepsReads: false });
  }

  /** After a change of the queue: running reads of it write nothing. */
  renewQueue(instanceId: string): void {
    const state = this.state(instanceId);
    if (!state) return;
    state.breaker.abandon('queue');
    this.states.set(instanceId, { ...state, lastQueue: { ...state.lastQueue } });
  }

  /** Ends all pauses; running reads continue. */
  endPauses(instanceId: string): void {
    this.replace(instanceId, {}, { keepsReads: true });
  }

  forget(instanceId: string): void {
    this.state(instanceId)?.breaker.end();
    this.states.delete(instanceId);
  }

  end(): void {
    for (const { breaker } of this.states.values()) breaker.end();
  }

  private async readUnlessPaused<V>(
    reading: LibraryRead,
    instanceId: string,
    read: Read<Key, Entry, V>,
  ): Promise<V | null> {
    const state = this.stateOrNew(instanceId);
    return state.breaker.isPaused(reading) ? null : this.readOrNull(reading, instanceId, state, read);
  }

  private async readOrNull<V>(
    reading: LibraryRead,
    instanceId: string,
    state: LibraryState<Key, Entry>,
    read: Read<Key, Entry, V>,
  ): Promise<V | null> {
    try {
      return await read(state, () => this.tryAgain(reading, instanceId, read));
    } catch (error) {
      // A read that waited for its turn may start after the instance was removed: drop what it created.
      if (error instanceof InstanceMissing) this.dependencies.onRemoved(instanceId);
      if (!isReadFault(error)) throw error;
      state.breaker.recordFailure(reading, error);
      return null;
    }
  }

  private async attempt<V>(
    reading: LibraryRead,
    instanceId: string,
    state: LibraryState<Key, Entry>,
    { take, again }: { readonly take: Take<Client, Key, Entry, V>; readonly again: () => Promise<void> },
  ): Promise<V> {
    const { breaker } = state;
    const end = breaker.begin(reading);
    try {
      const value = await take(await this.dependencies.connect(instanceId), state);
      end();
      // The manager answers again: the pauses of other reads end.
      if (breaker.recordSuccess(reading)) this.endPauses(instanceId);
      return value;
    } catch (fault) {
      const wasSlow = end();
      if (isReadFault(fault)) breaker.restIfSlow(wasSlow, again);
      throw fault;
    }
  }

  /** Never throws. */
  private async tryAgain<V>(reading: LibraryRead, instanceId: string, read: Read<Key, Entry, V>): Promise<void> {
    const state = this.state(instanceId);
    if (!state) return;
    try {
      await this.readOrNull(reading, instanceId, state, read);
    } catch (error) {
      this.dependencies.log.error('background read of a library failed', { instanceId, error });
    }
  }

  private stateOrNew(instanceId: string): LibraryState<Key, Entry> {
    const known = this.state(instanceId);
    if (known) return known;
    const { clock, random, log } = this.dependencies;
    const isWatched = (): boolean => this.watched.has(instanceId);
    const breaker = new LibraryBreaker({ clock, random, log: log.child({ instanceId }), isWatched });
    const state = { breaker, last: {}, lastQueue: {}, changes: new LibraryChanges<Key>() };
    this.states.set(instanceId, state);
    return state;
  }

  private replace(
    instanceId: string,
    renewed: Partial<LibraryState<Key, Entry>>,
    { keepsReads }: { readonly keepsReads: boolean },
  ): void {
    const state = this.state(instanceId);
    if (!state) return;
    this.states.set(instanceId, { ...state, ...renewed, breaker: state.breaker.successor(keepsReads) });
  }
}
