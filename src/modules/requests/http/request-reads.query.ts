import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, queryFlag } from '../../../core/http/query-values.js';
import type { MediaType } from '../saved/request-row.entity.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { Unjudged } from '../../../core/http/query-values.js';
import type { TitleQuestion } from '../status/title-statuses.service.js';

/** Which kind of title, in which library. */
export interface LibraryQuery {
  /** `movie` where nothing is said. */
  readonly media_type?: MediaType;
  /** The caller's default library where none is named. */
  readonly instance_id?: string;
}

/**
 * The kind of media that is asked about; films when nothing is said.
 *
 * @throws AppError 400 for another kind than this version serves. Source: doc 4 section 1.5
 */
export function queryMediaType(value: unknown): MediaType {
  const word = queryWord('media_type', value) ?? 'movie';
  if (word === 'movie' || word === 'tv') return word;
  throw badRequest('media_type must be movie or tv: books and music are not served by this version');
}

/** What GET /api/requests/delivery-status reads: `request_id`, or what names a title. */
export interface DeliveryStatusQuery {
  /** A receipt. Nothing else may name a title beside it. */
  readonly request_id?: number;
  readonly media_type?: MediaType;
  readonly tmdb_id?: number;
  readonly instance_id?: string;
  /** Names a book or an album, which this version doesn't serve: refused. */
  readonly foreign_id?: string;
  /** Names a book or an album, which this version doesn't serve: refused. */
  readonly catalog_provider?: string;
  /** Names a book or an album, which this version doesn't serve: refused. */
  readonly catalog_id?: string;
  /** Ask the library where it stands now; true where nothing is said. */
  readonly include_live?: boolean;
}

/** A request by its receipt, or the caller's newest one for a title. */
type DeliveryQuestion = { readonly includeLive: boolean } & (
  { readonly receipt: number } | { readonly title: TitleQuestion }
);

/** What belongs to the identity of a title, of films and series or of books and music. */
const TITLE_WORDS = ['media_type', 'tmdb_id', 'instance_id', 'foreign_id', 'catalog_provider', 'catalog_id'] as const;

/** What names a book or an album. */
const CATALOG_WORDS = ['foreign_id', 'catalog_provider', 'catalog_id'] as const;

/**
 * One of the two forms, never both. Books and music, which the second form is made for, have no library in this
 * version; films and series take it by their `tmdb_id`. Source: doc 4 section 1.6.
 *
 * @throws AppError 400 that says what is missing, contradicts itself or is not served
 */
export function deliveryQuestion(query: Unjudged<DeliveryStatusQuery>): DeliveryQuestion {
  const includeLive = queryFlag('include_live', query.include_live, true);
  const given = TITLE_WORDS.filter((name) => queryWord(name, query[name]) !== undefined);
  if (given.length === 0) return { includeLive, receipt: new IntIdPipe('request').transform(query.request_id) };
  if (query.request_id !== undefined)
    throw badRequest('request_id names a request by itself: leave out what names a title');
  if (!given.includes('media_type')) throw badRequest('media_type required');
  const mediaType = queryMediaType(query.media_type);
  const foreign = CATALOG_WORDS.find((name) => given.includes(name));
  if (foreign !== undefined) throw badRequest(`${foreign} names no film or series: send tmdb_id`);
  if (!given.includes('tmdb_id')) throw badRequest('tmdb_id required');
  const tmdbId = new IntIdPipe('media').transform(query.tmdb_id);
  return { includeLive, title: { mediaType, tmdbId, instanceId: queryWord('instance_id', query.instance_id) } };
}
