import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { BytePool } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Semaphore } from '../cache/semaphore.js';
import { needsEpisodes, needsPilotFlags, type SeriesObservation } from './judge-series.js';
import { sameFiles, type SeriesDigest, type SeriesDigestEntry } from './series-digest.js';
import { agree, type SeriesEpisodes } from './series-episodes.js';
import { SeriesCacheService } from './series-cache.service.js';

/** Lists of episodes that are read at the same time in one library. */
const CONCURRENCY = 4;

/** Series of one library whose episodes are kept: more than a household has. The least recently used go first. */
const MAX_LISTS = 16_384;

/** What the lists of one library may weigh: some thousands of them, each some kilobyte. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Air dates are moved now and then without a file coming or going; a moved one is seen after six hours at the latest. */
const LIST_TTL_MS = 6 * 3_600_000;

/** Lists that were read together are read again apart from each other, by up to so much. */
const SPREAD_MS = 1.5 * 3_600_000;

/** The readings of lists that were begun under one digest. Entries outlive digests; what is read under one doesn't. */
type Flights = SingleFlight<SeriesDigestEntry, SeriesObservation>;

/** A list of episodes, and the entry of the digest under which it was read. */
interface KeptList {
  readonly entry: SeriesDigestEntry;
  readonly episodes: SeriesEpisodes;
  /** Which digest that was. */
  readonly under: Flights;
  /** When the list is read again though nothing came or went, by the clock of the process. */
  readonly keptUntil: number;
}

/** What the library affirms of a series that it hasn't. */
const NOT_THERE: SeriesObservation = { entry: undefined, episodes: null, freshFlags: false };

interface LibraryLists {
  readonly semaphore: Semaphore;
  /** By TVDB id. */
  readonly kept: TtlCache<number, KeptList>;
}

/**
 * What is to be seen of a series right now: its entry in the digest and, where that doesn't decide, its episodes.
 *
 * The two are always of one state. A list is read after the entry and has to count the same files and episodes. One
 * that doesn't shows that the entry is past: then the entry is read again, alone, and the list after it. If the library
 * moves on even between these two, the list counts as unreadable; the next reader tries again.
 *
 * A list is kept under the files, totals and sizes that the digest gives for each season, and read again when they
 * change, or after four and a half to six hours. A list is not kept when its digest was dropped while it was read. Readers of one entry share one reading, and
 * at most four are made in a library at the same time.
 *
 * Source: doc 4, decisions "Truth about series" and "Freshness".
 */
@Injectable()
export class SeriesObservationsService {
  private readonly libraries = new Map<string, LibraryLists>();
  /** Readers of a digest join no reading that was begun under an older one. */
  private readonly flights = new WeakMap<SeriesDigest, Flights>();

  constructor(
    private readonly liveCache: SeriesCacheService,
    private readonly clock: Clock,
    private readonly meter: Meter,
  ) {}

  /**
   * @param isPilot does somebody ask whether a first episode is looked for?
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  async observe(
    instanceId: string,
    digest: SeriesDigest,
    tvdbId: number,
    isPilot: boolean,
  ): Promise<SeriesObservation> {
    const entry = digest.get(tvdbId);
    const memory = this.remember(instanceId, digest, tvdbId);
    if (!entry || isEnough(memory, entry, isPilot)) return memory;
    return this.flightsOf(digest).run(entry, () => this.read(instanceId, digest, tvdbId, entry));
  }

  /** What memory holds of a series of this digest, its episodes only where a list was kept under the same files. */
  remember(
    instanceId: string,
    digest: SeriesDigest,
    tvdbId: number,
    entry: SeriesDigestEntry | undefined = digest.get(tvdbId),
  ): SeriesObservation {
    const list = entry && this.libraries.get(instanceId)?.kept.get(tvdbId);
    const isKept = list && this.clock.monotonic() < list.keptUntil && sameFiles(list.entry, entry);
    if (!isKept) return { entry, episodes: null, freshFlags: false };
    const freshFlags = list.entry === entry && list.under === this.flights.get(digest);
    return { entry, episodes: list.episodes, freshFlags, listUntil: this.untilOf(list) };
  }

  /** Files of this series came or went, of any of them where none is named: its list is read again. */
  dropList(instanceId: string, tvdbId: number | null): void {
    const kept = this.libraries.get(instanceId)?.kept;
    if (tvdbId === null) kept?.clear();
    else kept?.delete(tvdbId);
  }

  /** The instance is another one now, or gone: its lists are forgotten. */
  forget(instanceId: string): void {
    this.libraries.get(instanceId)?.kept.clear();
    this.libraries.delete(instanceId);
  }

  private async read(
    instanceId: string,
    digest: SeriesDigest,
    tvdbId: number,
    entry: SeriesDigestEntry,
  ): Promise<SeriesObservation> {
    const keep = (under: SeriesDigestEntry, episodes: SeriesEpisodes): SeriesObservation =>
      this.keep(instanceId, digest, tvdbId, {
        entry: under,
        episodes,
        under: this.flightsOf(digest),
        keptUntil: this.clock.monotonic() + lifeOf(tvdbId),
      });
    const episodes = await this.list(instanceId, entry);
    if (episodes === null) return this.remember(instanceId, digest, tvdbId, entry);
    if (agree(episodes, entry)) return keep(entry, episodes);
    const newer = await this.liveCache.renew(instanceId, digest, tvdbId);
    if (newer === null) return this.remember(instanceId, digest, tvdbId, entry);
    const again = newer ? await this.list(instanceId, newer) : null;
    if (newer && again && agree(again, newer)) return keep(newer, again);
    return newer ? this.remember(instanceId, digest, tvdbId, newer) : NOT_THERE;
  }

  private list(instanceId: string, { recordId }: SeriesDigestEntry): Promise<SeriesEpisodes | null> {
    return this.listsOf(instanceId).semaphore.run(() => this.liveCache.episodes(instanceId, recordId));
  }

  private keep(instanceId: string, digest: SeriesDigest, tvdbId: number, list: KeptList): SeriesObservation {
    const isCurrent = this.liveCache.holds(instanceId, digest, tvdbId) && digest.get(tvdbId) === list.entry;
    if (isCurrent) this.listsOf(instanceId).kept.set(tvdbId, list);
    const { entry, episodes } = list;
    return { entry, episodes, freshFlags: true, listUntil: this.untilOf(list) };
  }

  /** The time of day at which a list is read again, as that time is told now: it is held against moments of airing. */
  private untilOf({ keptUntil }: KeptList): number {
    return this.clock.now() + keptUntil - this.clock.monotonic();
  }

  private flightsOf(digest: SeriesDigest): Flights {
    const known = this.flights.get(digest);
    if (known) return known;
    const flights: Flights = new SingleFlight();
    this.flights.set(digest, flights);
    return flights;
  }

  private listsOf(instanceId: string): LibraryLists {
    const known = this.libraries.get(instanceId);
    if (known) return known;
    const kept = new TtlCache<number, KeptList>({
      clock: this.clock,
      ttlMs: LIST_TTL_MS,
      maxEntries: MAX_LISTS,
      pool: new BytePool(MAX_BYTES),
      sizeOf: bytesOf,
      meter: this.meter.cache('library.episodes'),
    });
    const lists = { semaphore: new Semaphore(CONCURRENCY), kept };
    this.libraries.set(instanceId, lists);
    return lists;
  }
}

function isEnough({ episodes, freshFlags }: SeriesObservation, entry: SeriesDigestEntry, isPilot: boolean): boolean {
  if (isPilot && !freshFlags && needsPilotFlags(entry)) return false;
  return episodes !== null || !needsEpisodes(entry);
}

/** How long the list of a series is kept, always the same for one series, and spread evenly over many. */
function lifeOf(tvdbId: number): number {
  // Knuth's multiplicative hash: ids that follow each other come out far apart.
  const share = (Math.imul(tvdbId, 2_654_435_761) >>> 0) / 2 ** 32;
  return LIST_TTL_MS - Math.round(share * SPREAD_MS);
}

/** About what a list weighs, with its entry: each season some hundreds of bytes, each moment of airing eight. */
function bytesOf({ episodes }: KeptList): number {
  const seasons = [...episodes.values()].map(({ missing }) => 300 + 8 * missing.length);
  return seasons.reduce((total, bytes) => total + bytes, 400);
}
