import type { RadarrMovie, RadarrQueueRow } from '../../../clients/radarr/radarr-movie.js';
import { downloadQueue, type DownloadQueue } from '../cache/download-queue.js';

/** What one library holds of one film. */
export interface FilmDigestEntry {
  /** The manager's own id of the record. */
  readonly recordId: number;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** Premiere, `YYYY-MM-DD`. */
  readonly inCinemas?: string;
  /** Digital release, `YYYY-MM-DD`. */
  readonly digital?: string;
  /** When the file was imported, in epoch milliseconds; null without a file or where the manager doesn't say. */
  readonly fileAddedAt: number | null;
}

/**
 * All films of one library at one moment, by TMDB id. A film that is not in it is not in the library: a digest is
 * only ever made of a complete reading.
 */
export type FilmDigest = Map<number, FilmDigestEntry>;

/**
 * Boils the manager's list, some 4 kB a film, down to what availability needs, about 200 bytes a film. Records
 * without a TMDB id are left out, since nobody can ask for them.
 *
 * Source: doc 4 section 2 (movie digest), section 4.1 (dates).
 */
export function filmDigest(films: readonly RadarrMovie[]): FilmDigest {
  const digest = new Map<number, FilmDigestEntry>();
  for (const film of films) {
    if (film.tmdbId > 0) digest.set(film.tmdbId, filmDigestEntry(film));
  }
  return digest;
}

/** What is kept of one film. */
export function filmDigestEntry(film: RadarrMovie): FilmDigestEntry {
  return {
    recordId: film.id,
    hasFile: film.hasFile,
    monitored: film.monitored,
    inCinemas: calendarDay(film.inCinemas),
    digital: calendarDay(film.digitalRelease),
    fileAddedAt: film.hasFile ? (film.fileAddedAt ?? null) : null,
  };
}

/** The day of a moment in UTC, in which managers give their release days. */
function calendarDay(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Do two readings say the same of a film, in everything that is kept? */
export function sameEntry(one: FilmDigestEntry, other: FilmDigestEntry): boolean {
  return (
    sameState(one, other) &&
    one.inCinemas === other.inCinemas &&
    one.digital === other.digital &&
    one.fileAddedAt === other.fileAddedAt
  );
}

/** Do two readings say the same of where a film stands? Its dates don't count. */
export function sameState(one: FilmDigestEntry, other: FilmDigestEntry): boolean {
  return one.recordId === other.recordId && one.hasFile === other.hasFile && one.monitored === other.monitored;
}

/** Sorts the rows of a complete reading by film. Rows that belong to no film are left out. */
export function filmQueue(rows: readonly RadarrQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap(({ movieId, downloadId, size, sizeLeft }) =>
      movieId === null ? [] : [[movieId, { downloadId, size, sizeLeft }] as const],
    ),
  );
}
