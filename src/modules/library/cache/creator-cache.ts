import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import type { CountedCreator, Creator } from '../digests/creators.js';
import { KeptArrivals } from '../digests/kept-arrivals.js';
import { LibraryCache } from './library-cache.js';
import type { LibraryKind, ManagerClient } from './library-kind.js';

const LISTS_TTL_MS = 60_000;

const MAX_LIBRARIES = 64;

/** The authors or artists of a library. */
export interface Creators {
  /** By the manager's own ids. */
  readonly byRecord: ReadonlyMap<number, Creator>;
  /** The foreign ids of those who can't be read; null for one of whom not even that can be read. */
  readonly unread: ReadonlySet<string | null>;
}

interface CreatorKind<Client, Entry> extends LibraryKind<Client, string, Entry> {
  readonly creators: 'authors' | 'artists';
}

/** Keeps also what the lists of a library are made of. A list that is made while it is dropped is not kept. */
export abstract class CreatorCache<Client extends ManagerClient, Entry, Recent> extends LibraryCache<
  Client,
  string,
  Entry
> {
  readonly creators: TtlCache<string, Creators>;
  /** In no order, and all of them. */
  readonly counted: TtlCache<string, readonly CountedCreator[]>;
  readonly recent: TtlCache<string, readonly Recent[]>;
  /** Stays when lists are dropped: what is kept of a creator is valid while the creator's files are the same. */
  readonly arrivals = new KeptArrivals();

  protected constructor(
    kind: CreatorKind<Client, Entry>,
    private readonly clock: Clock,
    random: Random,
    log: Log,
    private readonly meter: Meter,
  ) {
    super(kind, clock, random, log, meter);
    this.creators = this.listCache(kind.creators);
    this.counted = this.listCache(`counted-${kind.creators}`);
    this.recent = this.listCache(`recent-${kind.titles}`);
  }

  override drop(instanceId: string): void {
    super.drop(instanceId);
    for (const cache of [this.creators, this.counted, this.recent]) cache.delete(instanceId);
  }

  override forget(instanceId: string): void {
    super.forget(instanceId);
    this.arrivals.forget(instanceId);
  }

  protected listCache<V>(name: string): TtlCache<string, V> {
    const { clock, meter } = this;
    return new TtlCache({
      clock,
      ttlMs: LISTS_TTL_MS,
      maxEntries: MAX_LIBRARIES,
      meter: meter.cache(`library.${name}`),
    });
  }
}
