import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { type AskedTitle, LONGEST_TITLE } from '../watch/asked-title.js';

/** Which title somebody wants to watch. One of the ids has to be there. */
export interface WatchQuery {
  readonly media_type: 'movie' | 'tv';
  /** 0 is none. */
  readonly tmdb_id?: number;
  /** 0 is none. */
  readonly tvdb_id?: number;
  /** Narrows the search, and decides nothing. 0 is none. */
  readonly year?: number;
  /** Narrows the search, and decides nothing. At most 256 characters are looked at. */
  readonly title?: string;
}

const LARGEST_ID = 2_147_483_647;
const LAST_YEAR = 9_999;

/** @throws AppError 400 naming the first fault. Source: doc 3 §12.4 */
export function askedTitleOf(query: UnvalidatedQuery<WatchQuery>): AskedTitle {
  const type = queryWord('media_type', query.media_type);
  if (type !== 'movie' && type !== 'tv') throw badRequest('media_type must be movie or tv');
  const tmdbId = numberOf('tmdb_id', query.tmdb_id, LARGEST_ID);
  const tvdbId = numberOf('tvdb_id', query.tvdb_id, LARGEST_ID);
  if (tmdbId === null && tvdbId === null) throw badRequest('tmdb_id or tvdb_id required');
  const year = numberOf('year', query.year, LAST_YEAR);
  const title = queryWord('title', query.title)?.trim().slice(0, LONGEST_TITLE).trim() ?? '';
  return { type, tmdbId, tvdbId, ...(year === null ? {} : { year }), ...(title === '' ? {} : { title }) };
}

/** Null for none: it is left out, empty or 0. */
function numberOf(name: string, value: unknown, largest: number): number | null {
  const text = queryWord(name, value) ?? '0';
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > largest) throw badRequest(`invalid ${name}`);
  return number === 0 ? null : number;
}
