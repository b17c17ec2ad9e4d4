import type { ChartRange } from '../../../clients/listenbrainz/listenbrainz.client.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { Caller } from '../../../core/access/caller.js';
import { type InstanceQuery, instanceIdOf } from '../access/instance-query.js';
import { genreOf, type MusicGenre } from '../music/music-genres.js';
import type { BrowseInput } from '../access/browse-access.service.js';
import { searchTextOf, type PageQuery } from './discovery-query.js';

/** What every list of music reads. */
export interface MusicPageQuery extends PageQuery, InstanceQuery {}

/** What a search for artists reads. */
export interface ArtistQuery extends MusicPageQuery {
  /** 1 to 500 characters. */
  readonly query: string;
}

/** What a search for albums reads. */
export interface MusicSearchQuery extends ArtistQuery {
  /** Singles too; albums and EPs alone where nothing is said. */
  readonly include_singles?: boolean;
}

/** What the charts read. */
export interface PopularQuery extends MusicPageQuery {
  /** `this_week` where nothing is said. */
  readonly period?: ChartRange;
}

/** What a search by genre reads. */
export interface GenreQuery extends MusicPageQuery {
  /** The id of a genre, as GET /api/genres/music has it. */
  readonly genre: string;
}

const PERIODS: readonly ChartRange[] = ['this_week', 'this_month', 'this_year'];

/**
 * What does the caller search for? As {@link searchTextOf}; control characters are no text, for the catalog either.
 *
 * @throws AppError 400 as there, and for nothing but control characters
 */
export function musicTextOf(value: unknown): string {
  return searchTextOf(searchTextOf(value).replace(/\p{Cc}+/gu, ' '));
}

/** @throws AppError 400 for anything but `true`, `false` or nothing */
export function includeSinglesOf(value: unknown): boolean {
  if (value === undefined || value === '' || value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest('include_singles must be true or false');
}

/** @throws AppError 400 for anything but one of the periods or nothing */
export function periodOf(value: unknown): ChartRange {
  if (value === undefined || value === '') return 'this_week';
  const period = PERIODS.find((one) => one === value);
  if (!period) throw badRequest('period must be this_week, this_month or this_year');
  return period;
}

/** @throws AppError 400 when it is missing or no genre that is served */
export function musicGenreOf(value: unknown): MusicGenre {
  if (value === undefined || value === '') throw badRequest('genre parameter required');
  const genre = typeof value === 'string' ? genreOf(value) : undefined;
  if (!genre) throw badRequest('unknown genre');
  return genre;
}

/**
 * The id of a release group or an artist, in lower case.
 *
 * @throws AppError 400 `invalid <name> id` for what is no UUID
 */
export function musicIdOf(name: 'music' | 'artist', value: string): string {
  const id = value.toLowerCase();
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw badRequest(`invalid ${name} id`);
  return id;
}

/**
 * Who wants to browse music, and with which instance.
 *
 * @param id `instance_id` as it came
 * @throws AppError 400 as {@link instanceIdOf}
 */
export const musicInput = (caller: Caller, id: unknown): BrowseInput => ({
  caller,
  serviceType: 'music_manager',
  instanceId: instanceIdOf(id),
});
