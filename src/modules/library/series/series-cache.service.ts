import { Injectable } from '@nestjs/common';
import type { SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { SeriesProgressed } from '../library.events.js';
import type { SingleTitleKind } from '../cache/library-kind.js';
import { detailed } from '../cache/download-queue.js';
import { SingleTitleCache } from '../cache/single-title-cache.js';
import {
  sameEntry,
  sameState,
  seriesDigestEntry,
  type SeriesDigestEntry,
  seriesLibrary,
  seriesQueue,
  sameFiles,
  type SeriesDigest,
} from './series-digest.js';
import { seriesEpisodes, type SeriesEpisodes, agree } from './series-episodes.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { BytePool } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { needsEpisodes, needsPilotFlags, type SeriesObservation } from './judge-series.js';

const TITLES_TTL_MS = 120_000;

const CONCURRENCY = 4;

/** For one library: more than a household has. */
const MAX_LISTS = 16_384;

/** For one library: some thousands of lists of about a kilobyte. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Air dates may change without a change of files; a changed date is seen after six hours at the latest. */
const LIST_TTL_MS = 6 * 3_600_000;

/** The expiry of lists is spread over this time, so that lists that were read together aren't read again together. */
const SPREAD_MS = 1.5 * 3_600_000;

/** Entries may outlive a digest; these reads of their lists don't. */
type Flights = SingleFlight<SeriesDigestEntry, SeriesObservation>;

/** `entry` is the one for which the list was read. */
interface KeptList {
  readonly entry: SeriesDigestEntry;
  readonly episodes: SeriesEpisodes;
  readonly under: Flights;
  /** When the list is read again even if nothing changed, by the monotonic clock. */
  readonly keptUntil: number;
}

const NOT_THERE: SeriesObservation = { entry: undefined, episodes: null, freshFlags: false };

interface LibraryLists {
  readonly turns: FewAtATime;
  /** By TVDB id. */
  readonly kept: TtlCache<number, KeptList>;
}

/**
 * The cache of series libraries, with the episodes that statuses depend on.
 *
 * The entry of a series in the digest and its list of episodes are always of the same state. The list is read after the entry
 * and has to count the same files and episodes. If it doesn't, the entry is outdated: the entry is read again, alone, and then
 * the list. If the library changes even between these two reads, the list counts as unreadable; the next reader tries again.
 *
 * A list is cached for the files, totals and sizes that the digest counts in each season, and read again when they change, or
 * after four and a half to six hours. It is not cached when its digest was dropped meanwhile. Readers of one entry share a
 * read, and at most four reads run in a library at the same time.
 */
@Injectable()
export class SeriesCacheService extends SingleTitleCache<SonarrClient, number, SeriesDigestEntry> {
  private readonly lists = new Map<string, LibraryLists>();
  /** Readers of a digest don't share reads that began for an older one. */
  private readonly observing = new WeakMap<SeriesDigest, Flights>();

  constructor(
    clients: InstanceClientsService,
    private readonly clock: Clock,
    random: Random,
    @InjectLog() log: Log,
    private readonly meter: Meter,
  ) {
    const kind: SingleTitleKind<SonarrClient, number, SeriesDigestEntry> = {
      titles: 'series',
      title: (tvdbId) => `record of series ${tvdbId}`,
      titlesTtlMs: TITLES_TTL_MS,
      connect: (instanceId) => clients.connect('tv_manager', instanceId),
      digest: async (manager) => seriesLibrary(await manager.series()),
      queue: async (manager) => seriesQueue(await manager.queue()),
      detailedQueue: async (manager) => detailed(await manager.detailedQueue(), seriesQueue),
      find: async (manager, tvdbId) => {
        const series = await manager.seriesByTvdbId(tvdbId);
        return series ? seriesDigestEntry(series) : undefined;
      },
      recordsOf: ({ recordId }) => [recordId],
      sameState,
      sameEntry,
      progressed: (instanceId, tvdbId) => new SeriesProgressed(instanceId, tvdbId),
    };
    super(kind, clock, random, log, meter);
  }

  /** Read anew and not cached; null when it can't be read. */
  recordNow(instanceId: string, tvdbId: number): Promise<{ readonly record: SonarrSeries | null } | null> {
    const read = async (manager: SonarrClient) => ({ record: await manager.seriesByTvdbId(tvdbId) });
    return this.reader.readBeside(`record of series ${tvdbId}`, instanceId, read);
  }

  /** @param isPilot is the flag of the first episodes needed? */
  async observe(
    instanceId: string,
    digest: SeriesDigest,
    tvdbId: number,
    isPilot: boolean,
  ): Promise<SeriesObservation> {
    const entry = digest.get(tvdbId);
    const memory = this.remember(instanceId, digest, tvdbId);
    if (!entry || isEnough(memory, entry, isPilot)) return memory;
    return this.flightsOf(digest).run(entry, () => this.readList(instanceId, digest, tvdbId, entry));
  }

  /** Whatever is cached. Where the list can't be read, what is cached has no fresh flags. */
  async reread(instanceId: string, digest: SeriesDigest, tvdbId: number): Promise<SeriesObservation> {
    const entry = digest.get(tvdbId);
    if (!entry) return NOT_THERE;
    return this.flightsOf(digest).run(entry, () => this.readList(instanceId, digest, tvdbId, entry));
  }

  /** With episodes only if a list was cached for the same files. */
  remember(
    instanceId: string,
    digest: SeriesDigest,
    tvdbId: number,
    entry: SeriesDigestEntry | undefined = digest.get(tvdbId),
  ): SeriesObservation {
    const list = entry && this.lists.get(instanceId)?.kept.get(tvdbId);
    const isKept = list && this.clock.monotonic() < list.keptUntil && sameFiles(list.entry, entry);
    if (!isKept) return { entry, episodes: null, freshFlags: false };
    const freshFlags = list.entry === entry && list.under === this.observing.get(digest);
    return { entry, episodes: list.episodes, freshFlags, listUntil: this.untilOf(list) };
  }

  /** Also drops the list of episodes of this series; all lists when no series is named. */
  override invalidate(instanceId: string, tvdbId: number | null): void {
    super.invalidate(instanceId, tvdbId);
    const kept = this.lists.get(instanceId)?.kept;
    if (tvdbId === null) kept?.clear();
    else kept?.delete(tvdbId);
  }

  override forget(instanceId: string): void {
    super.forget(instanceId);
    this.lists.get(instanceId)?.kept.clear();
    this.lists.delete(instanceId);
  }

  private async readList(
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
    const episodes = await this.episodesNow(instanceId, entry);
    if (episodes === null) return this.remember(instanceId, digest, tvdbId, entry);
    if (agree(episodes, entry)) return keep(entry, episodes);
    const newer = await this.renew(instanceId, digest, tvdbId);
    if (newer === null) return this.remember(instanceId, digest, tvdbId, entry);
    const again = newer ? await this.episodesNow(instanceId, newer) : null;
    if (newer && again && agree(again, newer)) return keep(newer, again);
    return newer ? this.remember(instanceId, digest, tvdbId, newer) : NOT_THERE;
  }

  /** A list that fails pauses no other, unless the manager as a whole failed. */
  private episodesNow(instanceId: string, { recordId }: SeriesDigestEntry): Promise<SeriesEpisodes | null> {
    return this.listsOf(instanceId).turns.run(() =>
      this.reader.readBeside(`series ${recordId}`, instanceId, async (manager) =>
        seriesEpisodes(await manager.episodes(recordId)),
      ),
    );
  }

  private keep(instanceId: string, digest: SeriesDigest, tvdbId: number, list: KeptList): SeriesObservation {
    const isCurrent = this.holds(instanceId, digest, tvdbId) && digest.get(tvdbId) === list.entry;
    if (isCurrent) this.listsOf(instanceId).kept.set(tvdbId, list);
    const { entry, episodes } = list;
    return { entry, episodes, freshFlags: true, listUntil: this.untilOf(list) };
  }

  /** The wall-clock time at which a list is read again; it is compared with air dates. */
  private untilOf({ keptUntil }: KeptList): number {
    return this.clock.now() + keptUntil - this.clock.monotonic();
  }

  private flightsOf(digest: SeriesDigest): Flights {
    const known = this.observing.get(digest);
    if (known) return known;
    const flights: Flights = new SingleFlight();
    this.observing.set(digest, flights);
    return flights;
  }

  private listsOf(instanceId: string): LibraryLists {
    const known = this.lists.get(instanceId);
    if (known) return known;
    const kept = new TtlCache<number, KeptList>({
      clock: this.clock,
      ttlMs: LIST_TTL_MS,
      maxEntries: MAX_LISTS,
      pool: new BytePool(MAX_BYTES),
      sizeOf: bytesOf,
      meter: this.meter.cache('library.episodes'),
    });
    const lists = { turns: new FewAtATime(CONCURRENCY, Infinity), kept };
    this.lists.set(instanceId, lists);
    return lists;
  }
}

function isEnough({ episodes, freshFlags }: SeriesObservation, entry: SeriesDigestEntry, isPilot: boolean): boolean {
  if (isPilot && !freshFlags && needsPilotFlags(entry)) return false;
  return episodes !== null || !needsEpisodes(entry);
}

/** How long the list of a series is valid: always the same for one series, and spread evenly over many. */
function lifeOf(tvdbId: number): number {
  // Knuth's multiplicative hash spreads consecutive ids.
  const share = (Math.imul(tvdbId, 2_654_435_761) >>> 0) / 2 ** 32;
  return LIST_TTL_MS - Math.round(share * SPREAD_MS);
}

/** The approximate size of a list with its entry: hundreds of bytes for each season, eight for each number, sixty for each pair. */
function bytesOf({ episodes }: KeptList): number {
  const seasons = [...episodes.values()].map(
    ({ missing, held, awaited }) => 300 + 8 * (missing.length + held.length) + 60 * awaited.length,
  );
  return seasons.reduce((total, bytes) => total + bytes, 400);
}
