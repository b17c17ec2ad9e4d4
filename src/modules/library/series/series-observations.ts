import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Lanes } from '../readings/lanes.js';
import { needsEpisodes, needsPilotFlags, type SeriesObservation } from './judge-series.js';
import { sameFiles, type SeriesDigest, type SeriesDigestEntry } from './series-digest.js';
import { agree, type SeriesEpisodes } from './series-episodes.js';
import { SeriesReadings } from './series-readings.js';

/** Lists of episodes that are read at the same time in one library. */
const LANES = 4;

/** Series of one library whose episodes are kept, each in a few hundred bytes; the least recently used go first. */
const MAX_LISTS = 512;

/** Air dates are moved now and then without a file coming or going; a moved one is seen after six hours. */
const LIST_TTL_MS = 6 * 3_600_000;

/** A list of episodes, and the entry of the digest under which it was read. */
interface KeptList {
  readonly entry: SeriesDigestEntry;
  readonly episodes: SeriesEpisodes;
}

interface LibraryLists {
  readonly lanes: Lanes;
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
 * change. A list is not kept when its digest was dropped while it was read. Readers of one entry share one reading, and
 * at most four are made in a library at the same time.
 *
 * Source: doc 4, decisions "Truth about series" and "Freshness".
 */
@Injectable()
export class SeriesObservations {
  private readonly libraries = new Map<string, LibraryLists>();
  /** A digest that takes the place of another has entries of its own, so that its readers join no older reading. */
  private readonly flights = new SingleFlight<SeriesDigestEntry, SeriesObservation>();

  constructor(
    private readonly readings: SeriesReadings,
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
    const memory = this.remember(instanceId, tvdbId, entry);
    if (!entry || isEnough(memory, entry, isPilot)) return memory;
    return this.flights.run(entry, () => this.read(instanceId, digest, tvdbId, entry));
  }

  /** What memory holds of an entry, its episodes only where a list was kept under the same files. */
  remember(instanceId: string, tvdbId: number, entry: SeriesDigestEntry | undefined): SeriesObservation {
    const list = entry && this.libraries.get(instanceId)?.kept.get(tvdbId);
    if (!list || !sameFiles(list.entry, entry)) return { entry, episodes: null, freshFlags: false };
    return { entry, episodes: list.episodes, freshFlags: list.entry === entry };
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
    const episodes = await this.list(instanceId, entry);
    if (episodes === null) return this.remember(instanceId, tvdbId, entry);
    if (agree(episodes, entry)) return this.keep(instanceId, tvdbId, { entry, episodes });
    const newer = await this.readings.renew(instanceId, digest, tvdbId, entry);
    if (newer === null) return this.remember(instanceId, tvdbId, entry);
    const again = newer ? await this.list(instanceId, newer) : null;
    if (newer && again && agree(again, newer)) return this.keep(instanceId, tvdbId, { entry: newer, episodes: again });
    return this.remember(instanceId, tvdbId, newer);
  }

  private list(instanceId: string, { recordId }: SeriesDigestEntry): Promise<SeriesEpisodes | null> {
    return this.listsOf(instanceId).lanes.run(() => this.readings.episodes(instanceId, recordId));
  }

  private keep(instanceId: string, tvdbId: number, list: KeptList): SeriesObservation {
    const isCurrent = this.readings.warmDigest(instanceId)?.get(tvdbId) === list.entry;
    if (isCurrent) this.listsOf(instanceId).kept.set(tvdbId, list);
    return { ...list, freshFlags: true };
  }

  private listsOf(instanceId: string): LibraryLists {
    const known = this.libraries.get(instanceId);
    if (known) return known;
    const kept = new TtlCache<number, KeptList>({
      clock: this.clock,
      ttlMs: LIST_TTL_MS,
      maxEntries: MAX_LISTS,
      meter: this.meter.cache('library.episodes'),
    });
    const lists = { lanes: new Lanes(LANES), kept };
    this.libraries.set(instanceId, lists);
    return lists;
  }
}

function isEnough({ episodes, freshFlags }: SeriesObservation, entry: SeriesDigestEntry, isPilot: boolean): boolean {
  if (isPilot && !freshFlags && needsPilotFlags(entry)) return false;
  return episodes !== null || !needsEpisodes(entry);
}
