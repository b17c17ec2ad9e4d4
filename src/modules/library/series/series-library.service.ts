import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { downloadProgress, type DownloadQueue } from '../cache/download-queue.js';
import { PAGE_WAITS_MS, PERSON_WAITS_MS } from '../cache/reader-waits.js';
import { judgeSeries, type SeriesObservation, judgeCachedSeries, type SeriesJudgement } from './judge-series.js';
import { UNKNOWN_SERIES, type SeriesAvailability } from './series-availability.js';
import type { SeriesDigest, SeriesDigestEntry } from './series-digest.js';
import { SeriesObservationsService } from './series-observations.service.js';
import { SeriesCacheService } from './series-cache.service.js';

/**
 * What one library holds of all series, for readers who remember much of it and want to know what moved.
 *
 * An entry never changes. A series that says something else has another object, also one whose manager has told that
 * something became of it; one that says the same keeps its object from reading to reading.
 */
export interface SeriesSnapshot {
  /** Another number whenever an entry came, went or became another. The same number: nothing to compare. */
  readonly version: number;
  /** By TVDB id. Entries read anew later may come into it; the next snapshot then has another version. */
  readonly series: ReadonlyMap<number, SeriesDigestEntry>;
  /** Where a series stands by what is in memory, now. Never waits and never asks the library. */
  judge(tvdbId: number): SeriesJudgement;
}

/**
 * Where do series stand in a library right now? Answers come from short caches over live readings; nothing of it is
 * stored. Source: doc 2 section 4 (Freshness, Requests rule 9), doc 4 Decisions (Truth about series, Freshness, Owned
 * already) and section 4.2.
 */
@Injectable()
export class SeriesLibraryService {
  constructor(
    private readonly liveCache: SeriesCacheService,
    private readonly observations: SeriesObservationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Where do these series stand? One entry per TVDB id asked about. A library that can't be read makes its series
   * unknown, never absent; a list of episodes that can't be read makes those seasons unknown that only it decides.
   *
   * One that hangs makes them unknown, too, as far as what is in memory doesn't tell.
   *
   * What is said of a series is of one state of it: at most 120 seconds old, and compared with the time of the answer
   * where air dates count.
   *
   * @param waitMs the longest that somebody waits for the answer, in milliseconds
   * @param pilotsOf those of the series for which it matters whether a first episode is looked for. It may cost a
   *   reading of their episodes, in which alone that flag stands; without it `judgePilot` may have no answer.
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  async availabilities(
    instanceId: string,
    tvdbIds: Iterable<number>,
    pilotsOf: Iterable<number> = [],
    waitMs = PERSON_WAITS_MS,
  ): Promise<Map<number, SeriesAvailability>> {
    const asked = [...new Set(tvdbIds)];
    if (asked.length === 0) return new Map();
    this.liveCache.watched.note(instanceId);
    const read = async () => {
      // In this order: a series of which an episode has left the queue is read anew, and the digest then shows the file.
      await this.liveCache.queue(instanceId);
      const digest = await this.liveCache.digest(instanceId);
      if (!digest) return unknownAll(asked);
      const observed = await this.observeAll(instanceId, digest, asked, new Set(pilotsOf));
      const now = this.clock.now();
      return new Map(observed.map(([tvdbId, observation]) => [tvdbId, judgeSeries(observation, now)]));
    };
    const remembered = () => {
      const { snapshot, isPast } = this.liveCache.inMemory(instanceId);
      if (!snapshot) return unknownAll(asked);
      const recall = (tvdbId: number) => this.observations.remember(instanceId, snapshot.digest, tvdbId);
      const judge = (id: number) => (isPast(id) ? UNKNOWN_SERIES : judgeSeries(recall(id), this.clock.now()));
      return new Map(asked.map((tvdbId) => [tvdbId, judge(tvdbId)]));
    };
    return this.liveCache.readers.inTime(instanceId, waitMs, { read, remembered });
  }

  /**
   * All series of the library, at most 120 seconds old, whatever its queue says; null when it can't be read, or not within
   * ten seconds. The library counts as looked at.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  async snapshot(instanceId: string): Promise<SeriesSnapshot | null> {
    this.liveCache.watched.note(instanceId);
    const snapshot = await this.liveCache.readers.inTime(instanceId, PAGE_WAITS_MS, {
      read: () => this.liveCache.snapshot(instanceId),
      remembered: () => this.liveCache.warmSnapshot(instanceId) ?? null,
    });
    if (!snapshot) return null;
    const { version, digest } = snapshot;
    const judge = (tvdbId: number): SeriesJudgement =>
      judgeCachedSeries(this.observations.remember(instanceId, digest, tvdbId), this.clock.now());
    return { version, series: digest, judge };
  }

  /**
   * Where do these series of the snapshot stand, with the lists of episodes that decide? Lists that are not in memory are
   * read, a few at a time, and then are. One that can't be read leaves its series unsettled. A series that proves to be
   * past in the snapshot gets another entry there, so the snapshot may have another version afterwards. Nobody waits longer than
   * ten seconds for it: what isn't read by then is unsettled.
   *
   * @returns one judgement per series; null when the library can't be read
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  settle(instanceId: string, tvdbIds: Iterable<number>): Promise<Map<number, SeriesJudgement> | null> {
    const asked = [...new Set(tvdbIds)];
    const judged = (observed: readonly (readonly [number, SeriesObservation])[]) => {
      const now = this.clock.now();
      return new Map(observed.map(([tvdbId, observation]) => [tvdbId, judgeCachedSeries(observation, now)]));
    };
    const read = async () => {
      const digest = await this.liveCache.digest(instanceId);
      return digest && judged(await this.observeAll(instanceId, digest, asked));
    };
    const remembered = () => {
      const digest = this.liveCache.warmDigest(instanceId);
      if (!digest) return null;
      return judged(asked.map((tvdbId) => [tvdbId, this.observations.remember(instanceId, digest, tvdbId)] as const));
    };
    return this.liveCache.readers.inTime(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  /**
   * Where does this series stand right now, by its own record and, where that doesn't decide, its episodes? They are read
   * past the caches and kept in none, so that news of one series don't make the whole library be read. It is news, and waited for
   * ten seconds.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  current(instanceId: string, tvdbId: number): Promise<SeriesAvailability> {
    const read = async (): Promise<SeriesAvailability> => {
      const entry = await this.liveCache.title(instanceId, tvdbId);
      if (entry === null) return UNKNOWN_SERIES;
      const alone: SeriesDigest = new Map(entry ? [[tvdbId, entry]] : []);
      return judgeSeries(await this.observations.observe(instanceId, alone, tvdbId, false), this.clock.now());
    };
    return this.liveCache.readers.inTime(instanceId, PAGE_WAITS_MS, { read, remembered: () => UNKNOWN_SERIES });
  }

  /**
   * How much of what is downloaded of a series has arrived, 0 to 1; null when nothing of it is in the queue, or that
   * can't be read. It is no verdict about the series, which never reads downloading.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  downloaded(instanceId: string, tvdbId: number): Promise<number | null> {
    const progress = (queue: DownloadQueue | null, digest: SeriesDigest | null | undefined) => {
      const entry = digest?.get(tvdbId);
      const rows = (entry && queue?.get(entry.recordId)) ?? [];
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
    return this.liveCache.readers.inTime(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  /**
   * Which series the metadata provider calls this one, as far as the library was seen to know, however long ago;
   * undefined for not. A series that has just gone is still known.
   */
  tmdbIdOf(instanceId: string, tvdbId: number): number | undefined {
    return this.liveCache
      .lastDigests(instanceId)
      .map((digest) => digest.get(tvdbId)?.tmdbId)
      .find((tmdbId) => tmdbId !== undefined);
  }

  /**
   * What is in memory and fresh of a series; undefined when nothing is. Never waits and never asks the library, so that
   * it may prove ownership before a charge without holding anything up. Seasons that only a list of episodes decides
   * are unknown where no such list is kept.
   */
  warm(instanceId: string, tvdbId: number): SeriesAvailability | undefined {
    const digest = this.liveCache.warmDigest(instanceId);
    if (!digest) return undefined;
    return judgeSeries(this.observations.remember(instanceId, digest, tvdbId), this.clock.now());
  }

  /**
   * We have changed this series in its library, or may have: the next reader reads it again, alone, with its episodes where
   * they decide, and the queue. It may be new there, or gone. A reading under way doesn't bring back what was, and one that
   * failed a moment ago is tried again.
   */
  changed(instanceId: string, tvdbId: number): void {
    this.liveCache.reported(instanceId, tvdbId);
    this.observations.dropList(instanceId, tvdbId);
  }

  private observeAll(
    instanceId: string,
    digest: SeriesDigest,
    tvdbIds: readonly number[],
    pilots: ReadonlySet<number> = new Set(),
  ): Promise<(readonly [number, SeriesObservation])[]> {
    return Promise.all(
      tvdbIds.map(async (tvdbId) => {
        const observation = await this.observations.observe(instanceId, digest, tvdbId, pilots.has(tvdbId));
        return [tvdbId, observation] as const;
      }),
    );
  }
}

const unknownAll = (tvdbIds: readonly number[]): Map<number, SeriesAvailability> =>
  new Map(tvdbIds.map((tvdbId) => [tvdbId, UNKNOWN_SERIES]));
