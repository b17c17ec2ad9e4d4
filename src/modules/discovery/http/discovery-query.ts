import {
  WORD_LANGUAGES,
  type TitleId,
  type TitleKind,
  type TrendingWindow,
  type WordLanguage,
} from '../../metadata/metadata.public.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { idsIn, queryList, tooManyIds, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { countryOf } from '../titles/browse-filters.js';
import type { ChartRange } from '../../../clients/listenbrainz/listenbrainz.client.js';
import type { Caller } from '../../../core/access/caller.js';
import { genreOf, type MusicGenre } from '../music/music-genres.js';
import type { BrowseInput } from '../access/browse-access.service.js';

export interface PageQuery {
  /** 1 to 500; a page beyond them is the nearest of them. The first where none is named. */
  readonly page?: number;
}

export interface SearchQuery extends PageQuery {
  /** 1 to 500 characters. */
  readonly query: string;
}

export interface TrendingQuery extends PageQuery {
  /** A day where nothing is said. */
  readonly time_window?: TrendingWindow;
}

export interface RegionQuery {
  /** The code of a country, of two letters; the United States where nothing is said. */
  readonly region?: string;
}

const FIRST_PAGE = 1;
const LAST_PAGE = 500;
const LONGEST_SEARCH = 500;
const DEFAULT_REGION = 'US';

/** 1 where none is named, clamped to 1 to 500. @throws AppError 400 for what is not a whole number */
export function pageOf(value: unknown): number {
  if (value === undefined) return FIRST_PAGE;
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value))
    throw badRequest('invalid', 'invalid page', { name: 'page' });
  return Math.min(Math.max(Number(value), FIRST_PAGE), LAST_PAGE);
}

/** Without surrounding space. @throws AppError 400 when it is missing, blank, repeated, or longer than 500 characters */
export function searchTextOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw badRequest('required', 'query parameter required', { name: 'query' });
  if (text.length > LONGEST_SEARCH)
    throw badRequest('too_long', `query must be at most ${LONGEST_SEARCH} characters`, {
      name: 'query',
      most: LONGEST_SEARCH,
    });
  return text;
}

/** A day where none is named. @throws AppError 400 for anything but `day` and `week` */
export function trendingWindowOf(value: unknown): TrendingWindow {
  if (value === undefined) return 'day';
  if (value === 'day' || value === 'week') return value;
  throw badRequest('not_one_of', 'time_window must be day or week', { name: 'time_window', values: 'day, week' });
}

/** The United States where nothing is named. @throws AppError 400 for what is no code of a country */
export function regionOf(value: unknown): string {
  if (value === undefined || value === '') return DEFAULT_REGION;
  const region = typeof value === 'string' ? countryOf(value) : undefined;
  if (region === undefined)
    throw badRequest('not_a_country', 'region must be the code of a country, of two letters', { name: 'region' });
  return region;
}

export interface ListTypeQuery {
  /** Films where nothing is said. */
  readonly type?: 'movies' | 'shows';
}

export interface ListFeedQuery extends ListTypeQuery, PageQuery {}

export interface CalendarQuery extends ListTypeQuery {
  /** How many days, today among them: 1 to 31, and 14 where nothing is said. */
  readonly days?: number;
}

const USUAL_DAYS = 14;
const MOST_DAYS = 31;

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

/** Films where nothing is said. @throws AppError 400 for anything but `movies` and `shows` */
export function listTypeOf(value: unknown): TitleKind {
  if (value === undefined || value === 'movies') return 'movie';
  if (value === 'shows') return 'tv';
  throw badRequest('not_one_of', 'type must be movies or shows', { name: 'type', values: 'movies, shows' });
}

/** 14 where nothing is said. @throws AppError 400 for anything but a whole number from 1 to 31 */
export function calendarDaysOf(value: unknown): number {
  if (value === undefined) return USUAL_DAYS;
  const days = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : 0;
  if (days < 1 || days > MOST_DAYS)
    throw badRequest('out_of_range', `days must be a whole number from 1 to ${MOST_DAYS}`, {
      name: 'days',
      least: 1,
      most: MOST_DAYS,
    });
  return days;
}

/** @throws AppError 400 for anything but 1 to 100 letters, digits, dashes, underscores and dots, not led by a dot */
export function listSegmentOf(what: 'user' | 'slug', value: unknown): string {
  if (typeof value === 'string' && SEGMENT.test(value)) return value;
  throw badRequest('invalid', `invalid ${what}`, { name: what });
}

export interface InstanceQuery {
  /** The instance to browse with, at most 64 characters; the caller's default where none is named. */
  readonly instance_id?: string;
}

const LONGEST = 64;

/** Undefined where none is named. @throws AppError 400 when it is repeated or too long */
export function instanceIdOf(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string')
    throw badRequest('given_more_than_once', 'instance_id was given more than once', { name: 'instance_id' });
  if (value.length > LONGEST)
    throw badRequest('too_long', 'instance_id is too long', { name: 'instance_id', most: LONGEST });
  return value;
}

export interface MusicPageQuery extends PageQuery, InstanceQuery {}

export interface ArtistQuery extends MusicPageQuery {
  /** 1 to 500 characters. */
  readonly query: string;
}

export interface MusicSearchQuery extends ArtistQuery {
  /** Singles too; albums and EPs alone where nothing is said. */
  readonly include_singles?: boolean;
}

export interface PopularQuery extends MusicPageQuery {
  /** `this_week` where nothing is said. */
  readonly period?: ChartRange;
}

export interface GenreQuery extends MusicPageQuery {
  /** The id of a genre, as GET /api/genres/music has it. */
  readonly genre: string;
}

const PERIODS: readonly ChartRange[] = ['this_week', 'this_month', 'this_year'];

/** Control characters are no text. @throws AppError 400 as {@link searchTextOf}, and for nothing but control characters */
export function musicTextOf(value: unknown): string {
  return searchTextOf(searchTextOf(value).replace(/\p{Cc}+/gu, ' '));
}

/** @throws AppError 400 for anything but `true`, `false` or nothing */
export function includeSinglesOf(value: unknown): boolean {
  if (value === undefined || value === '' || value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest('not_a_flag', 'include_singles must be true or false', { name: 'include_singles' });
}

/** @throws AppError 400 for anything but one of the periods or nothing */
export function periodOf(value: unknown): ChartRange {
  if (value === undefined || value === '') return 'this_week';
  const period = PERIODS.find((one) => one === value);
  if (!period)
    throw badRequest('not_one_of', 'period must be this_week, this_month or this_year', {
      name: 'period',
      values: PERIODS.join(', '),
    });
  return period;
}

/** @throws AppError 400 when it is missing or no genre that is served */
export function musicGenreOf(value: unknown): MusicGenre {
  if (value === undefined || value === '') throw badRequest('required', 'genre parameter required', { name: 'genre' });
  const genre = typeof value === 'string' ? genreOf(value) : undefined;
  if (!genre) throw badRequest('unknown', 'unknown genre', { name: 'genre' });
  return genre;
}

/** In lower case. @throws AppError 400 `invalid <name> id` for what is no UUID */
export function musicIdOf(name: 'music' | 'artist', value: string): string {
  const id = value.toLowerCase();
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw badRequest('invalid', `invalid ${name} id`, { name: `${name} id` });
  return id;
}

/** @throws AppError 400 as {@link instanceIdOf} */
export const musicInput = (caller: Caller, id: unknown): BrowseInput => ({
  caller,
  serviceType: 'music_manager',
  instanceId: instanceIdOf(id),
});

/** At least one id, and at most 100 together. */
export interface TitleWordsQuery {
  /** Ids of films, separated by commas. */
  readonly movies?: string;
  /** Ids of series, separated by commas. */
  readonly series?: string;
  /** One that people choose from in the web app. */
  readonly language: WordLanguage;
}

const MOST_TITLES = 100;

/** The titles whose words are asked for, each once. @throws AppError 400 for none, for more than a hundred, and for what is no id */
export function wordedTitlesOf({ movies, series }: UnvalidatedQuery<TitleWordsQuery>): readonly TitleId[] {
  const titles = [...titlesOf('movies', 'movie', movies), ...titlesOf('series', 'tv', series)];
  if (titles.length === 0) throw badRequest('required', 'movies or series required', { name: 'movies or series' });
  if (titles.length > MOST_TITLES) throw tooManyIds(MOST_TITLES);
  return titles;
}

const titlesOf = (name: 'movies' | 'series', kind: TitleKind, value: unknown): readonly TitleId[] =>
  idsIn(name, queryList(name, value, MOST_TITLES)).map((tmdbId) => ({ kind, tmdbId }));

/** @throws AppError 400 for anything but a language that people choose from in the web app */
export function wordLanguageOf(value: unknown): WordLanguage {
  const language = WORD_LANGUAGES.find((one) => one === value);
  if (language) return language;
  throw badRequest('not_one_of', `language must be ${WORD_LANGUAGES.join(' or ')}`, {
    name: 'language',
    values: WORD_LANGUAGES.join(', '),
  });
}
