import type { RadarrMovie, RadarrQueueRow } from '../../../clients/radarr/radarr.client.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import { downloadQueue, keptMoments, type DownloadQueue } from '../cache/download-queue.js';
import { keptStage } from '../cache/download-stage.js';
import { type ReadLibrary, unreadTitles } from '../cache/library-kind.js';

export interface FilmDigestEntry {
  /** The manager's own id of the record. */
  readonly recordId: number;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** Premiere, `YYYY-MM-DD`. */
  readonly inCinemas?: string;
  /** Digital release, `YYYY-MM-DD`. */
  readonly digital?: string;
  /** When the file was imported, in epoch milliseconds; null without a file or when the manager doesn't report it. */
  readonly fileAddedAt: number | null;
  /** When a release was last searched for, in epoch milliseconds; absent with a file, and when it never was. */
  readonly lastSearchedAt?: number;
  /** Set while the manager counts it as not released, and looks for nothing. */
  readonly isUnreleased?: true;
}

/** By TMDB id. A film that is not in it is absent, unless a record that can't be read may be its own: see `mayBeUnread`. */
export type FilmDigest = Map<number, FilmDigestEntry>;

/**
 * Some 4 kB a film become 200 bytes. Records without a TMDB id are left out, because they can't be requested.
 * Source: doc 4 section 2 (movie digest), section 4.1 (dates).
 */
export function filmDigest(films: readonly RadarrMovie[]): FilmDigest {
  const digest = new Map<number, FilmDigestEntry>();
  for (const film of films) {
    if (film.tmdbId > 0) digest.set(film.tmdbId, filmDigestEntry(film));
  }
  return digest;
}

export const filmLibrary = ({ rows, unreadable }: RowsRead<RadarrMovie>): ReadLibrary<number, FilmDigestEntry> => ({
  titles: filmDigest(rows),
  ...unreadTitles(unreadable),
});

export function filmDigestEntry(film: RadarrMovie): FilmDigestEntry {
  return {
    recordId: film.id,
    hasFile: film.hasFile,
    monitored: film.monitored,
    inCinemas: calendarDay(film.inCinemas),
    digital: calendarDay(film.digitalRelease),
    fileAddedAt: film.hasFile ? (film.fileAddedAt ?? null) : null,
    ...(film.lastSearchedAt === undefined || film.hasFile ? {} : { lastSearchedAt: film.lastSearchedAt }),
    ...(film.isAvailable === false ? { isUnreleased: true as const } : {}),
  };
}

/** The UTC day of a moment; managers report release days in UTC. */
function calendarDay(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

export function sameEntry(one: FilmDigestEntry, other: FilmDigestEntry): boolean {
  return (
    sameState(one, other) &&
    one.inCinemas === other.inCinemas &&
    one.digital === other.digital &&
    one.fileAddedAt === other.fileAddedAt &&
    one.lastSearchedAt === other.lastSearchedAt &&
    one.isUnreleased === other.isUnreleased
  );
}

/** Dates are ignored. */
export function sameState(one: FilmDigestEntry, other: FilmDigestEntry): boolean {
  return one.recordId === other.recordId && one.hasFile === other.hasFile && one.monitored === other.monitored;
}

/** Rows whose film can't be read go under `UNREADABLE_ROWS`; those without a film are left out. */
export function filmQueue(rows: readonly RadarrQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap((row) => {
      const { movieId, downloadId, size, sizeLeft } = row;
      return movieId === null
        ? []
        : [[movieId, { downloadId, size, sizeLeft, ...keptStage(row), ...keptMoments(row) }] as const];
    }),
  );
}
