import { z } from 'zod';
import { libraryId } from '../servarr/library-id.js';
import { namedQueueRow, queueRowFields, type ServarrQueueRow } from '../servarr/queue-row.js';
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
  /** When Radarr last searched for a release. */
  readonly lastSearchedAt?: number;
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
export interface RadarrQueueRow extends ServarrQueueRow {
  /** Null for a download that Radarr can't match with a film. */
  readonly movieId: number | null;
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
    lastSearchTime: servarrTime.optional(),
  })
  .transform(({ movieFile, lastSearchTime, ...movie }): RadarrMovie => ({
    ...movie,
    fileAddedAt: movieFile?.dateAdded,
    lastSearchedAt: lastSearchTime,
  }));

export const lookupSchema = z
  .object({ id: libraryId, tmdbId: z.int(), title: z.string(), year: z.int() })
  .transform(({ id, ...film }): RadarrLookup => ({ ...film, libraryId: id }));

export const queueRowSchema = z
  .object({ ...queueRowFields, movieId: z.int().optional() })
  .transform((row): RadarrQueueRow => ({ ...namedQueueRow(row), movieId: row.movieId ?? null }));
