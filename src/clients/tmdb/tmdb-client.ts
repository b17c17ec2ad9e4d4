import type { ZodType } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { type HttpAnswer, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import {
  tmdbCertifications,
  type TmdbCertifications,
  tmdbKeyTaken,
  tmdbMovie,
  type TmdbMovie,
  tmdbMovieRatings,
  type TmdbMovieRatings,
  tmdbPage,
  type TmdbPage,
  tmdbRefusal,
  tmdbSeries,
  type TmdbSeries,
  tmdbSeriesRatings,
  type TmdbSeriesRatings,
} from './tmdb-schemas.js';

const SYSTEM = 'tmdb';
const LANGUAGE = 'en-US';
const MOVIE_PARTS = 'videos,credits,release_dates';
const SERIES_PARTS = 'videos,credits,external_ids,content_ratings';
const DEADLINE_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const LARGEST_ID = 2_147_483_647;

/** What a {@link TmdbClient} needs to reach the provider. */
interface TmdbClientOptions {
  /** Base address with the version: `https://api.themoviedb.org/3`. */
  readonly url: string;
  /** The API read access token (v4), sent as a bearer token. */
  readonly token: Secret;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** How connections leave the machine; straight to the provider where nothing is said. */
  readonly path?: PathNow;
}

/** An answer of the provider, judged to be what its contract says. */
export interface TmdbAnswer<T> {
  /** The answer as it came, character for character; valid JSON. */
  readonly text: string;
  /** The part of it that we rely on. */
  readonly parsed: T;
}

/** The span that a trending list looks back over. */
export type TrendingWindow = 'day' | 'week';

/**
 * TMDB v3, as far as films and series need it. The language is always en-US.
 *
 * Every method throws {@link UpstreamError} for everything but an affirmed absence. Pages are 1 to 500; TMDB refuses
 * others.
 */
export class TmdbClient {
  private readonly transport: HttpTransport;

  /** @throws UnsafeAddress when `url` is no plain http(s) address */
  constructor({ url, token, clock, log, meter, path }: TmdbClientOptions) {
    this.transport = new HttpTransport({
      system: SYSTEM,
      url,
      clock,
      log,
      meter,
      headers: { Authorization: Secret.of(`Bearer ${token.reveal()}`) },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
      path,
    });
  }

  /** Resolves when TMDB takes the key; a key that it refuses is thrown as `unauthorized`. */
  async validateKey(): Promise<void> {
    await this.transport.json({ operation: 'key.validate', method: 'GET', path: ['authentication'] }, tmdbKeyTaken);
  }

  /** Films, series and people whose name matches, best match first. */
  searchMulti(query: string, page: number): Promise<TmdbAnswer<TmdbPage>> {
    return this.page('search.multi', ['search', 'multi'], { query, page });
  }

  /** Films that most people look at these days. */
  popularMovies(page: number): Promise<TmdbAnswer<TmdbPage>> {
    return this.page('movie.popular', ['movie', 'popular'], { page });
  }

  /** Series that most people look at these days. */
  popularSeries(page: number): Promise<TmdbAnswer<TmdbPage>> {
    return this.page('tv.popular', ['tv', 'popular'], { page });
  }

  /** Films, series and people that rose the most within the window; each row carries its `media_type`. */
  trendingAll(window: TrendingWindow, page: number): Promise<TmdbAnswer<TmdbPage>> {
    return this.page('trending.all', ['trending', 'all', window], { page });
  }

  /**
   * A film with its videos, credits and release dates per country.
   *
   * @param id anything but a positive 32-bit integer names no film, and nothing is asked
   * @returns null when TMDB affirms that it has no such film. A 404 in anybody else's words (a proxy, a wrong base
   *   address) says nothing about the film and is thrown as `malformed`.
   */
  movie(id: number): Promise<TmdbAnswer<TmdbMovie> | null> {
    return this.detail('movie', id, MOVIE_PARTS, tmdbMovie);
  }

  /** What a film is judged by; null as for {@link movie}. */
  async movieRatings(id: number): Promise<TmdbMovieRatings | null> {
    return (await this.detail('movie', id, 'release_dates', tmdbMovieRatings, 'movie.ratings'))?.parsed ?? null;
  }

  /**
   * A series with its seasons, videos, credits, ids in other catalogs, and content ratings per country.
   *
   * @param id anything but a positive 32-bit integer names no series, and nothing is asked
   * @returns null when TMDB affirms that it has no such series; any other 404 is thrown, as for {@link movie}
   */
  series(id: number): Promise<TmdbAnswer<TmdbSeries> | null> {
    return this.detail('tv', id, SERIES_PARTS, tmdbSeries);
  }

  /** What a series is judged by; null as for {@link movie}. */
  async seriesRatings(id: number): Promise<TmdbSeriesRatings | null> {
    return (await this.detail('tv', id, 'content_ratings', tmdbSeriesRatings, 'tv.ratings'))?.parsed ?? null;
  }

  /** The rating schemes of all countries, for films or for series. */
  certifications(kind: 'movie' | 'tv'): Promise<TmdbCertifications> {
    const path = ['certification', kind, 'list'];
    return this.transport.json({ operation: `${kind}.certifications`, method: 'GET', path }, tmdbCertifications);
  }

  private async detail<T extends { readonly id: number }>(
    kind: 'movie' | 'tv',
    id: number,
    parts: string,
    schema: ZodType<T>,
    operation = `${kind}.detail`,
  ): Promise<TmdbAnswer<T> | null> {
    if (!Number.isInteger(id) || id < 1 || id > LARGEST_ID) return null;
    const query = { language: LANGUAGE, append_to_response: parts };
    const answer = await this.transport.send({ operation, method: 'GET', path: [kind, id], query, accept: [404] });
    if (answer.status === 404) {
      judge(operation, answer, tmdbRefusal);
      return null;
    }
    const title = judge(operation, answer, schema);
    if (title.parsed.id !== id) throw anotherTitle(operation, answer.status);
    return title;
  }

  private async page(
    operation: string,
    path: HttpCall['path'],
    query: HttpCall['query'],
  ): Promise<TmdbAnswer<TmdbPage>> {
    const call: HttpCall = { operation, method: 'GET', path, query: { ...query, language: LANGUAGE } };
    return judge(operation, await this.transport.send(call), tmdbPage);
  }
}

/** Keeps the text beside what was read of it: parsing and printing a document again would round its numbers. */
function judge<T>(operation: string, answer: HttpAnswer, schema: ZodType<T>): TmdbAnswer<T> {
  const parsed = readJson(SYSTEM, operation, answer, schema);
  return { text: answer.body.toString('utf8'), parsed };
}

function anotherTitle(operation: string, status: number): UpstreamError {
  const reason = 'server answered about another title';
  return new UpstreamError({ system: SYSTEM, operation, kind: 'malformed', status, definitelyNotSent: false, reason });
}
