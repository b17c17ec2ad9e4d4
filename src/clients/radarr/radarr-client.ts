import { z } from 'zod';
import { giveCommand, readCommands, type ServarrCommand } from '../servarr/commands.js';
import { testConnection } from '../servarr/connection-test.js';
import { readQualityProfiles, type QualityProfile } from '../servarr/quality-profiles.js';
import { readQueue } from '../servarr/queue-page.js';
import { readRootFolders, type RootFolder } from '../servarr/root-folders.js';
import { ServarrTransport, type ServarrOptions } from '../servarr/servarr-transport.js';
import type { SystemStatus } from '../servarr/system-status.js';
import {
  lookupSchema,
  movieSchema,
  queueRowSchema,
  type RadarrLookup,
  type RadarrMovie,
  type RadarrQueueRow,
} from './radarr-movie.js';

/** Where a Radarr stands. */
export type RadarrOptions = Omit<ServarrOptions, 'system' | 'api'>;

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

/** A library of thousands of films is tens of megabytes, and Radarr takes its time over it. */
const WHOLE_LIBRARY = { deadlineMs: 60_000, maxBytes: 256 * 1024 * 1024 } as const;

/** Lookups and additions ask Radarr's own metadata service first. */
const ASKS_METADATA = { deadlineMs: 30_000 } as const;

/**
 * Radarr, API v3. Every method throws UpstreamError where Radarr can't be read or refuses; null is an affirmed absence.
 *
 * Source: the OpenAPI document of Radarr v3 and docs/upstreams/radarr.md.
 */
export class RadarrClient {
  private readonly transport: ServarrTransport;

  constructor(options: RadarrOptions) {
    this.transport = new ServarrTransport({ ...options, system: 'radarr', api: 'v3' });
  }

  /**
   * Who answers at this address? The caller judges whether `appName` is the product it wants.
   *
   * @throws UpstreamError whose reason is a text of doc 3 §3.2
   */
  testConnection(signal?: AbortSignal): Promise<SystemStatus> {
    return testConnection(this.transport, signal);
  }

  /** The whole library. */
  movies(signal?: AbortSignal): Promise<readonly RadarrMovie[]> {
    const call = { operation: 'movie.list', method: 'GET', path: ['movie'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.json(call, z.array(movieSchema));
  }

  /** The film of the library with this TMDB id. */
  async movieByTmdbId(tmdbId: number, signal?: AbortSignal): Promise<RadarrMovie | null> {
    const call = { operation: 'movie.find', method: 'GET', path: ['movie'], query: { tmdbId }, signal } as const;
    const movies = await this.transport.json(call, z.array(movieSchema));
    return movies.find((movie) => movie.tmdbId === tmdbId) ?? null;
  }

  /** The film as Radarr's metadata knows it; null when they know no film of this id. */
  async lookupByTmdbId(tmdbId: number, signal?: AbortSignal): Promise<RadarrLookup | null> {
    const query = { term: `tmdb:${tmdbId}` };
    const call = { operation: 'movie.lookup', method: 'GET', path: ['movie', 'lookup'], query, signal } as const;
    const found = await this.transport.json({ ...call, ...ASKS_METADATA }, z.array(lookupSchema));
    return found.find((film) => film.tmdbId === tmdbId) ?? null;
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

  /** Running commands and those of late. */
  commands(signal?: AbortSignal): Promise<readonly ServarrCommand[]> {
    return readCommands(this.transport, signal);
  }

  /** The complete download queue. */
  queue(signal?: AbortSignal): Promise<readonly RadarrQueueRow[]> {
    return readQueue(this.transport, queueRowSchema, signal);
  }

  qualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, signal);
  }

  rootFolders(signal?: AbortSignal): Promise<readonly RootFolder[]> {
    return readRootFolders(this.transport, signal);
  }
}
