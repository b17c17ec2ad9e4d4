import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import {
  ASKS_METADATA,
  giveCommand,
  readFile,
  readWhole,
  type ServarrAddress,
  ServarrClient,
  type ServarrCommand,
  type ServarrFile,
  WHOLE_LIBRARY,
} from '../servarr/servarr.client.js';
import { fieldsOf, libraryId, servarrTime, trackedDownload, type TrackedDownload } from '../servarr/plain-values.js';
import { queuedRecordId, servarrQueueRow, type ServarrQueueRow, UNREAD_RECORD } from '../servarr/queue-page.js';
import { type QueueDetails, queuedRecord } from '../servarr/queued-download.js';
import { rowBy, type RowsRead } from '../servarr/rows-read.js';
import { isAlreadyThere } from '../servarr/servarr-transport.js';

/** The posters of films that may be shown to members: copies of the metadata service, since Radarr's own are for administrators. */
export const RADARR_POSTERS = { path: /(?!)/, hosts: new Set(['image.tmdb.org']) } as const;

/** A film in a Radarr library, as far as we read it. Times are epoch milliseconds; absent means Radarr has none. */
export interface RadarrMovie {
  readonly id: number;
  readonly tmdbId: number;
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

interface RadarrLookup {
  /** Radarr's own id when the film is in its library already, else null. */
  readonly libraryId: number | null;
  readonly tmdbId: number;
  readonly title: string;
  /** 0 where Radarr doesn't know it. */
  readonly year: number;
}

/** A row of Radarr's download queue. */
export interface RadarrQueueRow extends ServarrQueueRow, TrackedDownload {
  /** Null for a download that Radarr can't match with a film; {@link UNREAD_RECORD} where it can't be read for which it is. */
  readonly movieId: number | null;
}

/** A file is told by `hasFile`, the file or its id; without these the film can't be read, since it would count as missing. */
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

const lookupSchema = z
  .object({ id: libraryId, tmdbId: z.int(), title: lenient(z.string()), year: lenient(z.int()) })
  .transform(({ id, tmdbId, title, year }): RadarrLookup => ({
    libraryId: id,
    tmdbId,
    title: title ?? '',
    year: year ?? 0,
  }));

const queueRowSchema = z.unknown().transform((written): RadarrQueueRow => {
  const row = fieldsOf(written);
  return {
    movieId: row ? queuedRecordId(row.movieId) : UNREAD_RECORD,
    ...servarrQueueRow(row ?? {}),
    ...trackedDownload(row ?? {}),
  };
});

/** How rows say which film they are for. */
const queueDetails: QueueDetails = {
  query: { includeMovie: true, includeUnknownMovieItems: true },
  title: ({ movie }) => queuedRecord(movie, ({ tmdbId }) => tmdbId),
};

/** What says of a row that can't be read which film it is about. */
const NAMES = { catalogId: 'tmdbId' } as const;

/** A film to be added. */
export interface NewMovie {
  readonly tmdbId: number;
  readonly title: string;
  readonly year: number;
  readonly qualityProfileId: number;
  readonly rootFolderPath: string;
  readonly monitored: boolean;
  /** Shall Radarr look for a release right after adding? */
  readonly searchForMovie: boolean;
}

/** Radarr, API v3. Every method throws UpstreamError where Radarr can't be read or refuses; null is an affirmed absence. */
export class RadarrClient extends ServarrClient<RadarrQueueRow> {
  constructor(address: ServarrAddress) {
    const historyNames = { filter: 'movieIds', member: 'movieId' } as const;
    super({ ...address, system: 'radarr', api: 'v3' }, queueRowSchema, historyNames, queueDetails);
  }

  /** The whole library, with those of its rows that can't be read: a film that may be one of them is unknown, and not absent. */
  movies(signal?: AbortSignal): Promise<RowsRead<RadarrMovie>> {
    const call = { operation: 'movie.list', method: 'GET', path: ['movie'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.rows(call, rowBy(movieSchema, NAMES));
  }

  movieByTmdbId(tmdbId: number, signal?: AbortSignal): Promise<RadarrMovie | null> {
    const call = { operation: 'movie.find', method: 'GET', path: ['movie'], query: { tmdbId }, signal } as const;
    return this.transport.findRow(call, movieSchema, 'tmdbId', tmdbId);
  }

  /** The film with this id of Radarr's own, with all that Radarr says of it; for those who judge it. */
  wholeMovie(id: number, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>> | null> {
    return readWhole(this.transport, { operation: 'movie.read', method: 'GET', path: ['movie', id], signal });
  }

  movieFile(id: number, signal?: AbortSignal): Promise<ServarrFile | null> {
    return readFile(this.transport, { resource: 'moviefile', title: 'movieId' }, id, signal);
  }

  /** The film as Radarr's metadata knows it; null when they know no film of this id. */
  lookupByTmdbId(tmdbId: number, signal?: AbortSignal): Promise<RadarrLookup | null> {
    const query = { term: `tmdb:${tmdbId}` };
    const call = { operation: 'movie.lookup', method: 'GET', path: ['movie', 'lookup'], query, signal } as const;
    return this.transport.findRow({ ...call, ...ASKS_METADATA }, lookupSchema, 'tmdbId', tmdbId);
  }

  /** Adds a film, with Radarr's default of minimum availability. @throws UpstreamError for which `isMovieAlreadyThere` holds */
  addMovie(movie: NewMovie, signal?: AbortSignal): Promise<RadarrMovie> {
    const { searchForMovie, ...fields } = movie;
    const json = { ...fields, addOptions: { searchForMovie } };
    const call = { operation: 'movie.add', method: 'POST', path: ['movie'], json, signal, ...ASKS_METADATA } as const;
    return this.transport.json(call, movieSchema);
  }

  /** Turns the watch over films on or off. Only that flag is sent: a whole record would overwrite others' changes. */
  async setMonitored(movieIds: readonly number[], monitored: boolean, signal?: AbortSignal): Promise<void> {
    const json = { movieIds, monitored };
    await this.transport.send({ operation: 'movie.monitor', method: 'PUT', path: ['movie', 'editor'], json, signal });
  }

  searchMovie(movieId: number, signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'MoviesSearch', movieIds: [movieId] }, signal);
  }
}

/** Did Radarr refuse to add a film because its library has it? */
export const isMovieAlreadyThere = (error: unknown): boolean =>
  isAlreadyThere(error, 'movie.add', 'MovieExistsValidator');
