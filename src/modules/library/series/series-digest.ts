import type { SonarrSeason, SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import type { SonarrQueueRow } from '../../../clients/sonarr/sonarr-episode.js';
import { downloadQueue, keptMoments, type DownloadQueue } from '../cache/download-queue.js';
import { keptStage } from '../cache/download-stage.js';
import { type ReadLibrary, unreadTitles } from '../cache/library-kind.js';

/** Season 0, the specials, too. */
export interface SeasonCounts {
  readonly seasonNumber: number;
  readonly monitored: boolean;
  /** Episodes that have a file. */
  readonly files: number;
  /** Episodes of any date; 0 when the library knows none. */
  readonly total: number;
  /** Bytes of all files. */
  readonly sizeOnDisk: number;
  /** Set while none of its watched episodes has aired: when the first one airs, in epoch milliseconds. */
  readonly airsFirstAt?: number;
}

export interface SeriesDigestEntry {
  /** The manager's own id of the record. */
  readonly recordId: number;
  /** False for a paused series: nothing of it is searched for, whatever the flags of its seasons. */
  readonly monitored: boolean;
  /** The metadata provider's id of the series, if the library knows it. */
  readonly tmdbId?: number;
  /** By number. */
  readonly seasons: readonly SeasonCounts[];
}

/** By TVDB id. A series that is not in it is absent, unless a record that can't be read may be its own: see `mayBeUnread`. */
export type SeriesDigest = Map<number, SeriesDigestEntry>;

/**
 * Kilobytes a series become some 800 bytes. Records without a TVDB id are left out, because they can't be requested.
 * Source: doc 4, decision "Truth about series": one read of the series list with the statistics of its seasons.
 */
export function seriesDigest(all: readonly SonarrSeries[]): SeriesDigest {
  const digest: SeriesDigest = new Map();
  for (const series of all) {
    if (series.tvdbId > 0) digest.set(series.tvdbId, seriesDigestEntry(series));
  }
  return digest;
}

export const seriesLibrary = ({
  rows,
  unreadable,
}: RowsRead<SonarrSeries>): ReadLibrary<number, SeriesDigestEntry> => ({
  titles: seriesDigest(rows),
  ...unreadTitles(unreadable),
});

export function seriesDigestEntry({ id, tmdbId, monitored, seasons }: SonarrSeries): SeriesDigestEntry {
  const counts = seasons.map(seasonCounts).sort((one, other) => one.seasonNumber - other.seasonNumber);
  return { recordId: id, ...(tmdbId === null ? {} : { tmdbId }), monitored, seasons: counts };
}

function seasonCounts({ seasonNumber, monitored, statistics }: SonarrSeason): SeasonCounts {
  return {
    seasonNumber,
    monitored,
    files: statistics?.episodeFileCount ?? 0,
    total: statistics?.totalEpisodeCount ?? 0,
    sizeOnDisk: statistics?.sizeOnDisk ?? 0,
    ...(statistics?.nextAiring && !statistics.previousAiring ? { airsFirstAt: statistics.nextAiring } : {}),
  };
}

/** Then one list of episodes is valid for both. Source: doc 4, decision "Truth about series": the observation key. */
export function sameFiles(one: SeriesDigestEntry, other: SeriesDigestEntry): boolean {
  return (
    one.recordId === other.recordId &&
    one.seasons.length === other.seasons.length &&
    one.seasons.every((season, index) => sameCounts(season, other.seasons[index]))
  );
}

export function sameState(one: SeriesDigestEntry, other: SeriesDigestEntry): boolean {
  return (
    sameFiles(one, other) &&
    one.monitored === other.monitored &&
    one.seasons.every(({ monitored }, index) => monitored === other.seasons[index]?.monitored)
  );
}

export function sameEntry(one: SeriesDigestEntry, other: SeriesDigestEntry): boolean {
  return (
    sameState(one, other) &&
    one.tmdbId === other.tmdbId &&
    one.seasons.every(({ airsFirstAt }, index) => airsFirstAt === other.seasons[index]?.airsFirstAt)
  );
}

function sameCounts(one: SeasonCounts, other: SeasonCounts | undefined): boolean {
  return (
    one.seasonNumber === other?.seasonNumber &&
    one.files === other.files &&
    one.total === other.total &&
    one.sizeOnDisk === other.sizeOnDisk
  );
}

/**
 * Rows without an episode are left out: the manager can't import them by itself. It decides no status, as a series is never
 * downloading: it says when one is worth reading again.
 */
export function seriesQueue(rows: readonly SonarrQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap((row) => {
      const { seriesId, episodeId, seasonNumber, downloadId, size, sizeLeft } = row;
      if (seriesId === null || episodeId === null) return [];
      const season = seasonNumber === null ? {} : { season: seasonNumber };
      const kept = { part: episodeId, ...season, downloadId, size, sizeLeft, ...keptStage(row), ...keptMoments(row) };
      return [[seriesId, kept] as const];
    }),
  );
}
