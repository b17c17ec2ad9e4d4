import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { libraryId, servarrTime } from '../servarr/servarr-values.js';
import { type QueueDetails, queuedRecord } from '../servarr/queued-download.js';
import { fieldsOf } from '../servarr/plain-values.js';
import { queuedRecordId, servarrQueueRow, type ServarrQueueRow, UNREAD_RECORD } from '../servarr/queue-page.js';
import { trackedDownload, type TrackedDownload } from '../servarr/tracked-download.js';

/** A film in a Radarr library, as far as we read it. Times are epoch milliseconds; absent means Radarr has none. */
export interface RadarrMovie {
  /** Radarr's own id. */
  readonly id: number;
  readonly tmdbId: number;
  /** Empty where Radarr reports none. */
  readonly title: string;
  /** 0 where Radarr doesn't know it. */
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
  /** Is it out, by the minimum availability that its owner chose? Radarr looks for no release before. Absent where it doesn't say. */
  readonly isAvailable?: boolean;
}

/** A film that Radarr's lookup knows, in its library or not. */
export interface RadarrLookup {
  /** Radarr's own id when the film is in its library already, else null. */
  readonly libraryId: number | null;
  readonly tmdbId: number;
  /** Empty where Radarr reports none. */
  readonly title: string;
  /** 0 where Radarr doesn't know it. */
  readonly year: number;
}

/** A row of Radarr's download queue. */
export interface RadarrQueueRow extends ServarrQueueRow, TrackedDownload {
  /** Null for a download that Radarr can't match with a film; {@link UNREAD_RECORD} where it can't be read for which it is. */
  readonly movieId: number | null;
}

/**
 * Whether a film has a file is said by `hasFile`, which may be left out, and by the file or its id beside it. A film of which
 * nothing says so can't be read: it would count as missing.
 */
export const movieSchema = z
  .object({
    id: z.int(),
    tmdbId: z.int(),
    title: lenient(z.string()),
    year: lenient(z.int()),
    hasFile: z.boolean().nullish(),
    monitored: z.boolean(),
    inCinemas: lenient(servarrTime),
    digitalRelease: lenient(servarrTime),
    movieFileId: lenient(z.int()),
    movieFile: lenient(z.object({ dateAdded: lenient(servarrTime) })),
    lastSearchTime: lenient(servarrTime),
    isAvailable: lenient(z.boolean()),
  })
  .transform((movie, context): RadarrMovie => {
    const { movieFile, movieFileId } = movie;
    const hasFile = movie.hasFile ?? (movieFile ? true : movieFileId === null ? null : movieFileId > 0);
    if (hasFile === null) context.addIssue({ code: 'custom', path: ['hasFile'], message: 'missing' });
    return {
      id: movie.id,
      tmdbId: movie.tmdbId,
      title: movie.title ?? '',
      year: movie.year ?? 0,
      hasFile: hasFile ?? false,
      monitored: movie.monitored,
      inCinemas: movie.inCinemas ?? undefined,
      digitalRelease: movie.digitalRelease ?? undefined,
      fileAddedAt: movieFile?.dateAdded ?? undefined,
      lastSearchedAt: movie.lastSearchTime ?? undefined,
      isAvailable: movie.isAvailable ?? undefined,
    };
  });

export const lookupSchema = z
  .object({ id: libraryId, tmdbId: z.int(), title: lenient(z.string()), year: lenient(z.int()) })
  .transform(({ id, tmdbId, title, year }): RadarrLookup => ({
    libraryId: id,
    tmdbId,
    title: title ?? '',
    year: year ?? 0,
  }));

export const queueRowSchema = z.unknown().transform((written): RadarrQueueRow => {
  const row = fieldsOf(written);
  return {
    movieId: row ? queuedRecordId(row.movieId) : UNREAD_RECORD,
    ...servarrQueueRow(row ?? {}),
    ...trackedDownload(row ?? {}),
  };
});

/** How rows say which film they are for. */
export const queueDetails: QueueDetails = {
  query: { includeMovie: true, includeUnknownMovieItems: true },
  title: ({ movie }) => queuedRecord(movie, ({ tmdbId }) => tmdbId),
};
