import { z } from 'zod';
import { servarrTime } from '../servarr/servarr-time.js';

/** A film in a Radarr library, as far as we read it. Times are epoch milliseconds; absent means Radarr has none. */
export interface RadarrMovie {
  /** Radarr's own id. */
  readonly id: number;
  readonly tmdbId: number;
  readonly title: string;
  readonly year: number;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** First day in cinemas (midnight UTC). */
  readonly inCinemas?: number;
  /** First day of the digital release (midnight UTC). */
  readonly digitalRelease?: number;
  /** When the file was imported. */
  readonly fileAddedAt?: number;
}

/** A film that Radarr's lookup knows, in its library or not. */
export interface RadarrLookup {
  /** Radarr's own id when the film is in its library already, else null. */
  readonly libraryId: number | null;
  readonly tmdbId: number;
  readonly title: string;
  readonly year: number;
}

/** A row of Radarr's download queue. */
export interface RadarrQueueRow {
  /** Null for a download that Radarr can't match with a film. */
  readonly movieId: number | null;
  /** What the download client calls the job; null while the release is only delayed. Rows may share it. */
  readonly downloadId: string | null;
  /** queued, downloading, completed, delay, …; tolerant of words to come. */
  readonly status: string;
  /** Bytes in all. */
  readonly size: number;
  /** Bytes still to come. */
  readonly sizeLeft: number;
}

export const movieSchema = z
  .object({
    id: z.int(),
    tmdbId: z.int(),
    title: z.string(),
    year: z.int(),
    hasFile: z.boolean(),
    monitored: z.boolean(),
    inCinemas: servarrTime.optional(),
    digitalRelease: servarrTime.optional(),
    movieFile: z.object({ dateAdded: servarrTime }).optional(),
  })
  .transform(({ movieFile, ...movie }): RadarrMovie => ({ ...movie, fileAddedAt: movieFile?.dateAdded }));

export const lookupSchema = z
  .object({ id: z.int().optional(), tmdbId: z.int(), title: z.string(), year: z.int() })
  .transform(({ id, ...film }): RadarrLookup => ({ ...film, libraryId: id !== undefined && id > 0 ? id : null }));

export const queueRowSchema = z
  .object({
    movieId: z.int().optional(),
    downloadId: z.string().optional(),
    status: z.string(),
    size: z.number(),
    sizeleft: z.number(),
  })
  .transform((row): RadarrQueueRow => ({
    movieId: row.movieId ?? null,
    downloadId: row.downloadId ?? null,
    status: row.status,
    size: row.size,
    sizeLeft: row.sizeleft,
  }));
