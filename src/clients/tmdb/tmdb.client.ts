import type { ZodType } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import {
  type BearerAccess,
  bearerTransport,
  type HttpAnswer,
  type HttpCall,
  type HttpTransport,
} from '../http/http-transport.js';
import { type PassedOn, readPassedOn } from '../http/json-answer.js';
import {
  sayTmdb,
  tmdbCertifications,
  type TmdbCertifications,
  tmdbCollection,
  type TmdbCollection,
  tmdbFound,
  tmdbGenreList,
  tmdbKeyTaken,
  tmdbLanguages,
  tmdbMovie,
  type TmdbMovie,
  tmdbMovieRatings,
  type TmdbMovieRatings,
  tmdbPage,
  type TmdbPage,
  tmdbPerson,
  type TmdbPerson,
  tmdbPersonCredits,
  type TmdbPersonCredits,
  tmdbRefusal,
  tmdbSeasonDetail,
  type TmdbSeasonDetail,
  tmdbSeries,
  type TmdbSeries,
  tmdbSeriesRatings,
  type TmdbSeriesRatings,
  tmdbTitleWords,
  type TmdbTitleWords,
  tmdbWholeList,
} from './tmdb-schemas.js';

const SYSTEM = 'tmdb';
const DEADLINE_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const LARGEST_ID = 2_147_483_647;

/** A question to TMDB: what it is called in logs, its path below the base address, its query. */
type TmdbCall = Omit<HttpCall, 'method'>;

/** Can it be an id of TMDB, a positive 32-bit integer? */
const isTmdbId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= LARGEST_ID;

function answeredAboutAnother(operation: string): UpstreamError {
  const reason = sayTmdb('tmdb_answered_about_another_title');
  const fault = { system: SYSTEM, operation, kind: 'malformed', status: 200, definitelyNotSent: false } as const;
  return new UpstreamError({ ...fault, reason });
}

const judge = <T>(operation: string, answer: HttpAnswer, schema: ZodType<T>): PassedOn<T> =>
  readPassedOn(SYSTEM, operation, answer, schema);

const LANGUAGE = 'en-US';
const MOVIE_PARTS = 'videos,credits,release_dates,keywords,watch/providers';
const SERIES_PARTS = 'videos,credits,external_ids,content_ratings,keywords,watch/providers';

type TmdbKind = 'movie' | 'tv';

/** Parameters of a browse, by the names that TMDB has for them. Page and language are not among them. */
export type TmdbFilters = Readonly<Record<string, string>>;

/** Why a title is listed beside another: it is recommended to those who liked that one, or it is similar to it. */
export type TmdbRelation = 'recommendations' | 'similar';

/** The span that a trending list looks back over. */
export type TrendingWindow = 'day' | 'week';

/** v3, always in en-US. Methods throw UpstreamError for everything but an affirmed absence. Pages are 1 to 500. */
export class TmdbClient {
  private readonly transport: HttpTransport;

  /** @throws UnsafeAddress when the base address is no plain http(s) address */
  constructor(access: BearerAccess) {
    this.transport = bearerTransport(access, { system: SYSTEM, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  }

  /** Resolves when TMDB takes the key; a key that it refuses is thrown as `unauthorized`. */
  async validateKey(): Promise<void> {
    await this.read({ operation: 'key.validate', path: ['authentication'] }, tmdbKeyTaken);
  }

  /** Films, series and people whose name matches, best match first. */
  searchMulti(query: string, page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('search.multi', ['search', 'multi'], { query, page });
  }

  /** Films that most people look at these days. */
  popularMovies(page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('movie.popular', ['movie', 'popular'], { page });
  }

  /** Films by the votes of all who voted, the best first. */
  topRatedMovies(page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('movie.top_rated', ['movie', 'top_rated'], { page });
  }

  nowPlayingMovies(page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('movie.now_playing', ['movie', 'now_playing'], { page });
  }

  /** Series that most people look at these days. */
  popularSeries(page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('tv.popular', ['tv', 'popular'], { page });
  }

  /** Series by the votes of all who voted, the best first. */
  topRatedSeries(page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('tv.top_rated', ['tv', 'top_rated'], { page });
  }

  /** Series with an episode in the next seven days. */
  onTheAirSeries(page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('tv.on_the_air', ['tv', 'on_the_air'], { page });
  }

  /** Films or series that fit all filters. A filter that TMDB doesn't take is thrown as `rejected`. */
  discover(kind: TmdbKind, filters: TmdbFilters, page: number): Promise<PassedOn<TmdbPage>> {
    return this.page(`${kind}.discover`, ['discover', kind], { ...filters, page });
  }

  /** Keywords or companies whose name matches. */
  searchTerms(what: 'keyword' | 'company', query: string, page: number): Promise<PassedOn<TmdbPage>> {
    return this.read({ operation: `search.${what}`, path: ['search', what], query: { query, page } }, tmdbPage);
  }

  /** Titles of the same kind that are listed beside this one; null as for {@link movie}. */
  async relatedTitles(
    kind: TmdbKind,
    id: number,
    relation: TmdbRelation,
    page: number,
  ): Promise<PassedOn<TmdbPage> | null> {
    if (!isTmdbId(id)) return null;
    const query = { page, language: LANGUAGE };
    return this.readOrNull({ operation: `${kind}.${relation}`, path: [kind, id, relation], query }, tmdbPage);
  }

  /** Somebody who acts, directs or the like; null as for {@link movie}. */
  async person(id: number): Promise<PassedOn<TmdbPerson> | null> {
    if (!isTmdbId(id)) return null;
    const query = { language: LANGUAGE };
    return this.foundById({ operation: 'person.detail', path: ['person', id], query }, id, tmdbPerson);
  }

  /** The films and series that a person has been part of; null as for {@link movie}. */
  async personCredits(id: number): Promise<PassedOn<TmdbPersonCredits> | null> {
    if (!isTmdbId(id)) return null;
    const path = ['person', id, 'combined_credits'];
    const call = { operation: 'person.credits', path, query: { language: LANGUAGE } };
    return this.foundById(call, id, tmdbPersonCredits);
  }

  /** Films that belong together, with what is said of all of them; null as for {@link movie}. */
  async collection(id: number): Promise<PassedOn<TmdbCollection> | null> {
    if (!isTmdbId(id)) return null;
    const query = { language: LANGUAGE };
    return this.foundById({ operation: 'collection.detail', path: ['collection', id], query }, id, tmdbCollection);
  }

  genres(kind: TmdbKind): Promise<PassedOn<unknown>> {
    const query = { language: LANGUAGE };
    return this.read({ operation: `${kind}.genres`, path: ['genre', kind, 'list'], query }, tmdbGenreList);
  }

  /** @param region where they are to be had, ISO 3166-1 alpha-2 */
  watchProviders(kind: TmdbKind, region: string): Promise<PassedOn<unknown>> {
    const query = { watch_region: region, language: LANGUAGE };
    const path = ['watch', 'providers', kind];
    return this.read({ operation: `${kind}.watch_providers`, path, query }, tmdbWholeList);
  }

  watchRegions(): Promise<PassedOn<unknown>> {
    const query = { language: LANGUAGE };
    return this.read({ operation: 'watch.regions', path: ['watch', 'providers', 'regions'], query }, tmdbWholeList);
  }

  languages(): Promise<PassedOn<unknown>> {
    return this.read({ operation: 'languages', path: ['configuration', 'languages'] }, tmdbLanguages);
  }

  /** Films, series and people that rose the most within the window; each row carries its `media_type`. */
  trendingAll(window: TrendingWindow, page: number): Promise<PassedOn<TmdbPage>> {
    return this.page('trending.all', ['trending', 'all', window], { page });
  }

  /** Films or series that rose the most within the window. */
  trending(kind: 'movie' | 'tv', window: TrendingWindow, page: number): Promise<PassedOn<TmdbPage>> {
    return this.page(`trending.${kind}`, ['trending', kind, window], { page });
  }

  /** Null when TMDB affirms that it has none, and for what is no positive 32-bit integer. A 404 in other words is `malformed`. */
  movie(id: number): Promise<PassedOn<TmdbMovie> | null> {
    return this.detail('movie', id, MOVIE_PARTS, tmdbMovie);
  }

  /** What a film is judged by; null as for {@link movie}. */
  async movieRatings(id: number): Promise<TmdbMovieRatings | null> {
    return (await this.detail('movie', id, 'release_dates', tmdbMovieRatings, 'movie.ratings'))?.parsed ?? null;
  }

  /** With its seasons, videos, credits, keywords, ids in other catalogs, content ratings, and who streams it; null as for {@link movie}. */
  series(id: number): Promise<PassedOn<TmdbSeries> | null> {
    return this.detail('tv', id, SERIES_PARTS, tmdbSeries);
  }

  /** A season of a series with its episodes; 0 holds the specials. Null as for {@link movie}. */
  async season(seriesId: number, seasonNumber: number): Promise<PassedOn<TmdbSeasonDetail> | null> {
    if (!isTmdbId(seriesId) || !(seasonNumber === 0 || isTmdbId(seasonNumber))) return null;
    const operation = 'tv.season';
    const path = ['tv', seriesId, 'season', seasonNumber];
    const season = await this.readOrNull({ operation, path, query: { language: LANGUAGE } }, tmdbSeasonDetail);
    if (season && season.parsed.season_number !== seasonNumber) throw answeredAboutAnother(operation);
    return season;
  }

  /** The series that are filed under an id of TheTVDB: mostly one; none for what is no positive 32-bit integer. */
  async seriesOfTvdb(tvdbId: number): Promise<readonly number[]> {
    if (!isTmdbId(tvdbId)) return [];
    const query = { external_source: 'tvdb_id', language: LANGUAGE };
    const { parsed } = await this.read({ operation: 'tv.find', path: ['find', tvdbId], query }, tmdbFound);
    return parsed.tv_results.map(({ id }) => id);
  }

  /** What a series is judged by; null as for {@link movie}. */
  async seriesRatings(id: number): Promise<TmdbSeriesRatings | null> {
    return (await this.detail('tv', id, 'content_ratings', tmdbSeriesRatings, 'tv.ratings'))?.parsed ?? null;
  }

  /** What a title is called and about in all languages that TMDB has it in; null as for {@link movie}. */
  async titleWords(kind: TmdbKind, id: number): Promise<TmdbTitleWords | null> {
    return (await this.detail(kind, id, 'translations', tmdbTitleWords, `${kind}.words`))?.parsed ?? null;
  }

  async certifications(kind: TmdbKind): Promise<TmdbCertifications> {
    const path = ['certification', kind, 'list'];
    return (await this.read({ operation: `${kind}.certifications`, path }, tmdbCertifications)).parsed;
  }

  private async detail<T extends { readonly id: number }>(
    kind: TmdbKind,
    id: number,
    parts: string,
    schema: ZodType<T>,
    operation = `${kind}.detail`,
  ): Promise<PassedOn<T> | null> {
    if (!isTmdbId(id)) return null;
    const query = { language: LANGUAGE, append_to_response: parts };
    return this.foundById({ operation, path: [kind, id], query }, id, schema);
  }

  private page(operation: string, path: TmdbCall['path'], query: TmdbCall['query']): Promise<PassedOn<TmdbPage>> {
    return this.read({ operation, path, query: { ...query, language: LANGUAGE } }, tmdbPage);
  }

  /** The answer, its text beside what is read of it. */
  private async read<T>(call: TmdbCall, schema: ZodType<T>): Promise<PassedOn<T>> {
    return judge(call.operation, await this.transport.send({ ...call, method: 'GET' }), schema);
  }

  /** As {@link read}, of something that TMDB may not have; null only for an absence in its own words. */
  private async readOrNull<T>(call: TmdbCall, schema: ZodType<T>): Promise<PassedOn<T> | null> {
    const answer = await this.transport.send({ ...call, method: 'GET', accept: [404] });
    if (answer.status !== 404) return judge(call.operation, answer, schema);
    judge(call.operation, answer, tmdbRefusal);
    return null;
  }

  /** As {@link readOrNull}, of something that bears an id. An answer about another is thrown as `malformed`. */
  private async foundById<T extends { readonly id: number }>(
    call: TmdbCall,
    id: number,
    schema: ZodType<T>,
  ): Promise<PassedOn<T> | null> {
    const answer = await this.readOrNull(call, schema);
    if (answer && answer.parsed.id !== id) throw answeredAboutAnother(call.operation);
    return answer;
  }
}
