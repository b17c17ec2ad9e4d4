import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { downloadProgress, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import { mayBeUnread, unreadIn, type Snapshot, type TitlesUnread, type UnknownTitle } from '../cache/library-kind.js';
import { PAGE_WAITS_MS, PERSON_WAITS_MS } from '../cache/library-reader.js';
import { airedByCounts, airedByList, type AiredSeasons, type SeasonEpisodes } from './series-episodes.js';
import {
  judgeSeries,
  type SeriesObservation,
  judgeCachedSeries,
  type SeriesJudgement,
  UNREAD,
} from './judge-series.js';
import { UNKNOWN_SERIES, type SeriesAvailability } from './judge-seasons.js';
import { type EpisodeHoldings, episodeHoldings, needsNumbers } from './episode-holdings.js';
import type { SeriesDigest, SeriesDigestEntry } from './series-digest.js';
import { SeriesCacheService } from './series-cache.service.js';

/** As `FilmSnapshot`. */
export interface SeriesSnapshot extends TitlesUnread<number> {
  /** An equal version means that nothing changed. */
  readonly version: number;
  /** By TVDB id; another series is absent unless `isUnread`. Entries may be added later; the next snapshot then has another version. */
  readonly series: ReadonlyMap<number, SeriesDigestEntry>;
  /** Never waits and never asks the library. */
  judge(tvdbId: number): SeriesJudgement;
}

/**
 * The status of series right now, from short-lived caches. Nothing of it is stored.
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage, never for faults of the library.
 */
@Injectable()
export class SeriesLibraryService {
  constructor(
    private readonly liveCache: SeriesCacheService,
    private readonly clock: Clock,
  ) {}

  /**
   * All data of a series is of one state: at most 120 seconds old, with air dates compared with the time of the answer. Series
   * of a library that can't be read are unknown, never absent; so are those of one that hangs, unless the cache has the answer.
   * A list of episodes that can't be read makes the seasons unknown that need it.
   * @param waitMs the longest wait for the answer, in milliseconds
   * @param pilotsOf series for which the flag of a first episode is needed. It may cost a read of their episodes, the only
   *   source of that flag; without it `judgePilot` may return unknown.
   */
  async availabilities(
    instanceId: string,
    tvdbIds: Iterable<number>,
    pilotsOf: Iterable<number> = [],
    waitMs = PERSON_WAITS_MS,
  ): Promise<Map<number, SeriesAvailability>> {
    const asked = [...new Set(tvdbIds)];
    if (asked.length === 0) return new Map();
    this.liveCache.reader.watched.note(instanceId);
    const read = async () => {
      // The queue comes first: a series with an episode that has left it is read again, and the digest then shows the file.
      await this.liveCache.queue(instanceId);
      const snapshot = await this.liveCache.snapshot(instanceId);
      if (!snapshot) return unknownAll(asked);
      const known = asked.filter((tvdbId) => !mayBeUnread(snapshot, tvdbId));
      const observed = await this.observeAll(instanceId, snapshot.digest, known, new Set(pilotsOf));
      const now = this.clock.now();
      const judged = observed.map(([tvdbId, observation]) => [tvdbId, judgeSeries(observation, now)] as const);
      return new Map<number, SeriesAvailability>([...unknownAll(asked), ...judged]);
    };
    const remembered = () => {
      const { snapshot, isPast } = this.liveCache.inMemory(instanceId);
      if (!snapshot) return unknownAll(asked);
      const isUnknown = (tvdbId: number) => isPast(tvdbId) || mayBeUnread(snapshot, tvdbId);
      const recall = (tvdbId: number) => this.liveCache.remember(instanceId, snapshot.digest, tvdbId);
      const judge = (id: number) => (isUnknown(id) ? UNKNOWN_SERIES : judgeSeries(recall(id), this.clock.now()));
      return new Map(asked.map((tvdbId) => [tvdbId, judge(tvdbId)]));
    };
    return this.liveCache.reader.inTime(instanceId, waitMs, { read, remembered });
  }

  /** At most 120 seconds old; null when it can't be read within ten seconds. The library counts as watched. */
  async snapshot(instanceId: string): Promise<SeriesSnapshot | null> {
    this.liveCache.reader.watched.note(instanceId);
    const snapshot = await this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, {
      read: () => this.liveCache.snapshot(instanceId),
      remembered: () => this.liveCache.warmSnapshot(instanceId) ?? null,
    });
    if (!snapshot) return null;
    const { version, digest } = snapshot;
    return { version, series: digest, ...unreadIn(snapshot), judge: this.judgeIn(instanceId, snapshot) };
  }

  /**
   * Reads and caches the lists of episodes that these series need, a few at a time. A list that can't be read, or not within
   * ten seconds, leaves its series unsettled. An entry that proves to be outdated is replaced, so the snapshot may have another
   * version afterwards.
   * @returns one judgement per series; null when the library can't be read
   */
  settle(instanceId: string, tvdbIds: Iterable<number>): Promise<Map<number, SeriesJudgement> | null> {
    const asked = [...new Set(tvdbIds)];
    const read = async () => {
      const snapshot = await this.liveCache.snapshot(instanceId);
      if (!snapshot) return null;
      const observed = await this.observeAll(instanceId, snapshot.digest, asked);
      const now = this.clock.now();
      const judged = observed.map(([tvdbId, observation]) => [tvdbId, judgeCachedSeries(observation, now)] as const);
      return new Map(judged.map(([tvdbId, one]) => [tvdbId, mayBeUnread(snapshot, tvdbId) ? UNREAD : one]));
    };
    const remembered = () => {
      const snapshot = this.liveCache.warmSnapshot(instanceId);
      const judge = snapshot && this.judgeIn(instanceId, snapshot);
      return judge ? new Map(asked.map((tvdbId) => [tvdbId, judge(tvdbId)])) : null;
    };
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  /** Past the caches, so that a report about one series doesn't cause a read of the whole library. Waits up to ten seconds. */
  current(instanceId: string, tvdbId: number): Promise<SeriesAvailability> {
    const read = async (): Promise<SeriesAvailability> => {
      const entry = await this.liveCache.title(instanceId, tvdbId);
      if (entry === null) return UNKNOWN_SERIES;
      const alone: SeriesDigest = new Map(entry ? [[tvdbId, entry]] : []);
      return judgeSeries(await this.liveCache.observe(instanceId, alone, tvdbId, false), this.clock.now());
    };
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered: () => UNKNOWN_SERIES });
  }

  /**
   * By the digest, the queue and the list of episodes that are cached, or one read of each; a list that isn't needed is not read.
   * Unknown where the library can't be read within two seconds.
   */
  episodes(instanceId: string, tvdbId: number): Promise<EpisodeHoldings> {
    this.liveCache.reader.watched.note(instanceId);
    const read = async (): Promise<EpisodeHoldings> => {
      const queue = await this.liveCache.queue(instanceId);
      const snapshot = await this.liveCache.snapshot(instanceId);
      if (!snapshot || mayBeUnread(snapshot, tvdbId)) return UNKNOWN_SERIES;
      const known = this.liveCache.remember(instanceId, snapshot.digest, tvdbId);
      const isEnough = known.episodes !== null || !needsNumbers(known, queue);
      return episodeHoldings(
        isEnough ? known : await this.liveCache.reread(instanceId, snapshot.digest, tvdbId),
        queue,
      );
    };
    const remembered = (): EpisodeHoldings => {
      const { snapshot, queue, isPast } = this.liveCache.inMemory(instanceId);
      if (!snapshot || isPast(tvdbId) || mayBeUnread(snapshot, tvdbId)) return UNKNOWN_SERIES;
      return episodeHoldings(this.liveCache.remember(instanceId, snapshot.digest, tvdbId), queue);
    };
    return this.liveCache.reader.inTime(instanceId, PERSON_WAITS_MS, { read, remembered });
  }

  /** By lists that are read anew. A series whose list can't be read within ten seconds is unknown. */
  episodesOnDisk(instanceId: string, tvdbIds: Iterable<number>): Promise<ReadonlyMap<number, SeriesOnDisk>> {
    const asked = [...new Set(tvdbIds)];
    const known = new Map<number, SeriesOnDisk>(asked.map((tvdbId) => [tvdbId, UNKNOWN_SERIES]));
    const read = async (): Promise<ReadonlyMap<number, SeriesOnDisk>> => {
      const snapshot = await this.liveCache.snapshot(instanceId);
      const readOne = async (tvdbId: number): Promise<void> => {
        if (!snapshot || mayBeUnread(snapshot, tvdbId)) return;
        known.set(tvdbId, seriesOnDisk(await this.liveCache.reread(instanceId, snapshot.digest, tvdbId)));
      };
      await Promise.all(asked.map(readOne));
      return known;
    };
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered: () => new Map(known) });
  }

  /**
   * The share of the downloads that has arrived, 0 to 1; null when none is in the queue, or it can't be read. It is not a
   * status: a series is never downloading.
   * @param wanted the library's season numbers; all when left out. A row that doesn't say its season counts
   */
  downloaded(instanceId: string, tvdbId: number, wanted?: readonly number[]): Promise<number | null> {
    const isWanted = ({ season }: QueueRow) => season === undefined || (wanted?.includes(season) ?? true);
    const progress = (queue: DownloadQueue | null, digest: SeriesDigest | null | undefined) => {
      const entry = digest?.get(tvdbId);
      const rows = ((entry && queue?.get(entry.recordId)) ?? []).filter(isWanted);
      return rows.length === 0 ? null : downloadProgress(rows);
    };
    const read = async () => {
      const queue = await this.liveCache.queue(instanceId);
      return progress(queue, queue && (await this.liveCache.digest(instanceId)));
    };
    const remembered = () => {
      const { snapshot, queue } = this.liveCache.inMemory(instanceId);
      return progress(queue, snapshot?.digest);
    };
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  /** Undefined where the library has never shown it. It stays known after the series was removed. */
  tmdbIdOf(instanceId: string, tvdbId: number): number | undefined {
    return this.liveCache
      .lastDigests(instanceId)
      .map((digest) => digest.get(tvdbId)?.tmdbId)
      .find((tmdbId) => tmdbId !== undefined);
  }

  /** Undefined when nothing fresh is cached. Never asks the library, so that ownership can be proved before a charge without delay. */
  warm(instanceId: string, tvdbId: number): SeriesAvailability | undefined {
    const snapshot = this.liveCache.warmSnapshot(instanceId);
    if (!snapshot || mayBeUnread(snapshot, tvdbId)) return undefined;
    return judgeSeries(this.liveCache.remember(instanceId, snapshot.digest, tvdbId), this.clock.now());
  }

  /** By TVDB id; null where none are in memory. Never waits and never asks the library. */
  warmSeries(instanceId: string): ReadonlyMap<number, SeriesDigestEntry> | null {
    return this.liveCache.warmDigest(instanceId) ?? null;
  }

  /** In the library's catalog, by what is in memory; null where the series isn't. Never waits and never asks the library. */
  airedSeasons(instanceId: string, tvdbId: number): AiredSeasons | null {
    const digest = this.liveCache.warmDigest(instanceId);
    const { entry, episodes } = digest ? this.liveCache.remember(instanceId, digest, tvdbId) : NOTHING;
    if (!entry) return null;
    const numbers = entry.seasons.map(({ seasonNumber }) => seasonNumber);
    return episodes ? airedByList(numbers, episodes, this.clock.now()) : airedByCounts(entry);
  }

  /** Call it after the series may have been changed. No read under way restores the old state, and one that has just failed is repeated. */
  changed(instanceId: string, tvdbId: number): void {
    this.liveCache.invalidate(instanceId, tvdbId);
  }

  private judgeIn(
    instanceId: string,
    snapshot: Snapshot<number, SeriesDigestEntry>,
  ): (tvdbId: number) => SeriesJudgement {
    return (tvdbId) =>
      mayBeUnread(snapshot, tvdbId)
        ? UNREAD
        : judgeCachedSeries(this.liveCache.remember(instanceId, snapshot.digest, tvdbId), this.clock.now());
  }

  private observeAll(
    instanceId: string,
    digest: SeriesDigest,
    tvdbIds: readonly number[],
    pilots: ReadonlySet<number> = new Set(),
  ): Promise<(readonly [number, SeriesObservation])[]> {
    return Promise.all(
      tvdbIds.map(async (tvdbId) => {
        const observation = await this.liveCache.observe(instanceId, digest, tvdbId, pilots.has(tvdbId));
        return [tvdbId, observation] as const;
      }),
    );
  }
}

export type SeriesOnDisk = { readonly known: true; readonly seasons: ReadonlyMap<number, SeasonOnDisk> } | UnknownTitle;

export interface SeasonOnDisk {
  /** Their numbers, ascending. */
  readonly episodes: readonly number[];
  /** Is the season's first episode among them? */
  readonly pilotHeld: boolean;
}

function seriesOnDisk({ entry, episodes, freshFlags }: SeriesObservation): SeriesOnDisk {
  if (!entry) return { known: true, seasons: new Map() };
  if (!episodes || !freshFlags) return UNKNOWN_SERIES;
  const onDisk = ({ held, first }: SeasonEpisodes): SeasonOnDisk => ({ episodes: held, pilotHeld: first.hasFile });
  return { known: true, seasons: new Map([...episodes].map(([number, season]) => [number, onDisk(season)])) };
}

const NOTHING: Pick<SeriesObservation, 'entry' | 'episodes'> = { entry: undefined, episodes: null };

const unknownAll = (tvdbIds: readonly number[]): Map<number, SeriesAvailability> =>
  new Map(tvdbIds.map((tvdbId) => [tvdbId, UNKNOWN_SERIES]));
