import { ASKS_METADATA, type ServarrAddress, ServarrClient, WHOLE_LIBRARY } from '../servarr/servarr.client.js';
import { giveCommand, type ServarrCommand } from '../servarr/commands.js';
import { readFile, readWhole, type ServarrFile } from '../servarr/file-record.js';
import { rowBy, type RowsRead } from '../servarr/rows-read.js';
import {
  lookupSchema,
  movieSchema,
  queueDetails,
  queueRowSchema,
  type RadarrLookup,
  type RadarrMovie,
  type RadarrQueueRow,
} from './radarr-movie.js';
import { isAlreadyThere } from '../servarr/validation-failures.js';

/** What says of a row that can't be read which film it is about. */
const NAMES = { catalogId: 'tmdbId' } as const;

/** A film to be added. Source: doc 4 §1.13. */
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

/**
 * Radarr, API v3. Every method throws UpstreamError where Radarr can't be read or refuses; null is an affirmed absence.
 *
 * Source: the OpenAPI document of Radarr v3 and docs/upstreams/radarr.md.
 */
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

  /** The film of the library with this TMDB id. */
  movieByTmdbId(tmdbId: number, signal?: AbortSignal): Promise<RadarrMovie | null> {
    const call = { operation: 'movie.find', method: 'GET', path: ['movie'], query: { tmdbId }, signal } as const;
    return this.transport.findRow(call, movieSchema, 'tmdbId', tmdbId);
  }

  /** The film with this id of Radarr's own, with all that Radarr says of it; for those who judge it. */
  wholeMovie(id: number, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>> | null> {
    return readWhole(this.transport, { operation: 'movie.read', method: 'GET', path: ['movie', id], signal });
  }

  /** The file with this id of Radarr's own. */
  movieFile(id: number, signal?: AbortSignal): Promise<ServarrFile | null> {
    return readFile(this.transport, { resource: 'moviefile', title: 'movieId' }, id, signal);
  }

  /** The film as Radarr's metadata knows it; null when they know no film of this id. */
  lookupByTmdbId(tmdbId: number, signal?: AbortSignal): Promise<RadarrLookup | null> {
    const query = { term: `tmdb:${tmdbId}` };
    const call = { operation: 'movie.lookup', method: 'GET', path: ['movie', 'lookup'], query, signal } as const;
    return this.transport.findRow({ ...call, ...ASKS_METADATA }, lookupSchema, 'tmdbId', tmdbId);
  }

  /**
   * Adds a film. No minimum availability is sent, so that Radarr's default holds. Source: doc 4 §1.13.
   *
   * @throws UpstreamError for which `isMovieAlreadyThere` holds, when the library has the film already
   */
  addMovie(movie: NewMovie, signal?: AbortSignal): Promise<RadarrMovie> {
    const { searchForMovie, ...fields } = movie;
    const json = { ...fields, addOptions: { searchForMovie } };
    const call = { operation: 'movie.add', method: 'POST', path: ['movie'], json, signal, ...ASKS_METADATA } as const;
    return this.transport.json(call, movieSchema);
  }

  /**
   * Turns the watch over films on or off. Only that flag is sent: a whole record would overwrite what others have
   * changed since it was read.
   */
  async setMonitored(movieIds: readonly number[], monitored: boolean, signal?: AbortSignal): Promise<void> {
    const json = { movieIds, monitored };
    await this.transport.send({ operation: 'movie.monitor', method: 'PUT', path: ['movie', 'editor'], json, signal });
  }

  /** Lets Radarr look for a release of a film. */
  searchMovie(movieId: number, signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'MoviesSearch', movieIds: [movieId] }, signal);
  }
}

/** Did Radarr refuse to add a film because its library has it? */
export const isMovieAlreadyThere = (error: unknown): boolean =>
  isAlreadyThere(error, 'movie.add', 'MovieExistsValidator');
