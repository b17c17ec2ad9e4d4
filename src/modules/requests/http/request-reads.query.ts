import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import {
  idsIn,
  notIds,
  queryFlag,
  queryList,
  queryWord,
  tooManyIds,
  type UnvalidatedQuery,
} from '../../../core/http/query-values.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { bookKey, type BookSelection, isBookId } from '../books/book-selection.js';
import type { AskedTitle } from '../kinds/request-kind.js';
import { noForeignId, retiredBookCatalog } from '../requests.errors.js';
import type { CatalogId } from '../saved/requests.repository.js';
import { formatsIn, isOfProvider, type MediaType } from '../saved/work.js';
import type { AskedPage } from '../status/request-status.service.js';
import { FOREIGN_ID, REQUESTABLE } from './request.body.js';

/** A kind of title and a library. */
export interface LibraryQuery {
  /** `movie` by default. */
  readonly media_type?: MediaType;
  /** The caller's default library when left out. */
  readonly instance_id?: string;
}

/** Films by default. @throws AppError 400 for a media type that can't be requested */
export function queryMediaType(value: unknown): MediaType {
  const word = queryWord('media_type', value) ?? 'movie';
  const known = REQUESTABLE.find((mediaType) => mediaType === word);
  if (known) return known;
  const values = REQUESTABLE.join(', ');
  throw badRequest('not_one_of', 'media_type must be movie, tv, book or music', { name: 'media_type', values });
}

/** Films by default. @throws AppError 400 for any other: books and albums have routes of their own */
export function queryTitleKind(value: unknown): TitleKind {
  const title = { mediaType: queryMediaType(value) };
  if (isOfProvider(title)) return title.mediaType;
  throw badRequest('not_one_of', 'media_type must be movie or tv: a book or an album has a route of its own', {
    name: 'media_type',
    values: 'movie, tv',
  });
}

/** An album by its release group. @throws AppError 400 for what is no id */
export function albumTitle(foreignId: string, instanceId: string | undefined): AskedTitle {
  if (!FOREIGN_ID.test(foreignId)) throw noForeignId();
  return { mediaType: 'music', key: foreignId.toLowerCase(), tmdbId: 0, instanceId };
}

/** The parameters of GET /api/requests/delivery-status: either `request_id` or the members that identify a title. */
export interface DeliveryStatusQuery {
  /** The id of a request. Not allowed together with members that identify a title. */
  readonly request_id?: number;
  readonly media_type?: MediaType;
  /** A film or a series. */
  readonly tmdb_id?: number;
  readonly instance_id?: string;
  /** A book or an album. */
  readonly foreign_id?: string;
  /** An album that was found in an outside catalog, together with `catalog_id`. */
  readonly catalog_provider?: string;
  readonly catalog_id?: string;
  /** Read the live state of the library; true by default. */
  readonly include_live?: boolean;
}

/** The parameters of GET /api/requests/book-status. */
export interface BookStatusQuery extends Pick<LibraryQuery, 'instance_id'> {
  /** The native id of the book: `hc:<n>`, or `bc:<n>`, which means the same. */
  readonly foreign_id: string;
  /** The title of the book; it never chooses one. */
  readonly title?: string;
  /** A text by which the book was found; it never chooses one. */
  readonly q?: string;
}

/** @throws AppError 400 for a missing or malformed id */
export function bookQuestion(query: UnvalidatedQuery<BookStatusQuery>): BookSelection {
  const foreignId = queryWord('foreign_id', query.foreign_id);
  if (foreignId === undefined) throw badRequest('required', 'foreign_id required', { name: 'foreign_id' });
  if (!FOREIGN_ID.test(foreignId) || !isBookId(foreignId)) throw noForeignId();
  return {
    mediaType: 'book',
    key: bookKey(foreignId),
    tmdbId: 0,
    foreignId,
    instanceId: queryWord('instance_id', query.instance_id),
    formats: formatsIn('both'),
    title: queryWord('title', query.title) ?? '',
    searchTerm: queryWord('q', query.q) ?? null,
  };
}

/** A request by its id, or the caller's newest request for a title. */
type DeliveryQuestion = { readonly includeLive: boolean } & ({ readonly receipt: number } | NamedTitle);

interface NamedTitle {
  /** Its key is empty for an id of a catalog whose ids are no keys. */
  readonly title: AskedTitle;
  /** The id in an outside catalog that the title is asked for by; null for none. */
  readonly catalogId: CatalogId | null;
}

/** The parameters that identify a title, whether film, series, book or album. */
const TITLE_WORDS = ['media_type', 'tmdb_id', 'instance_id', 'foreign_id', 'catalog_provider', 'catalog_id'] as const;

/** The parameters that identify a book or an album. */
const CATALOG_WORDS = ['foreign_id', 'catalog_provider', 'catalog_id'] as const;

/** One of the two forms. @throws AppError 400 for missing, contradictory or unsupported parameters; 410 for a book of a retired catalog */
export function deliveryQuestion(query: UnvalidatedQuery<DeliveryStatusQuery>): DeliveryQuestion {
  const includeLive = queryFlag('include_live', query.include_live, true);
  const given = TITLE_WORDS.filter((name) => queryWord(name, query[name]) !== undefined);
  if (given.length === 0) return { includeLive, receipt: new IntIdPipe('request').transform(query.request_id) };
  if (query.request_id !== undefined)
    throw badRequest('request_id_with_title', 'request_id names a request by itself: leave out what names a title');
  if (!given.includes('media_type')) throw badRequest('required', 'media_type required', { name: 'media_type' });
  const mediaType = queryMediaType(query.media_type);
  if (mediaType === 'book') {
    if (given.includes('catalog_provider') || given.includes('catalog_id')) throw retiredBookCatalog();
    return { includeLive, title: bookQuestion(query), catalogId: null };
  }
  const named = { mediaType };
  return { includeLive, ...(isOfProvider(named) ? providerTitle(named, query) : catalogTitle(query)) };
}

function providerTitle(
  { mediaType }: { readonly mediaType: TitleKind },
  query: UnvalidatedQuery<DeliveryStatusQuery>,
): NamedTitle {
  const foreign = CATALOG_WORDS.find((name) => queryWord(name, query[name]) !== undefined);
  if (foreign !== undefined)
    throw badRequest('not_for_films', `${foreign} names no film or series: send tmdb_id`, { name: foreign });
  if (query.tmdb_id === undefined || query.tmdb_id === '')
    throw badRequest('required', 'tmdb_id required', { name: 'tmdb_id' });
  const tmdbId = new IntIdPipe('media').transform(query.tmdb_id);
  const instanceId = queryWord('instance_id', query.instance_id);
  return { title: { mediaType, key: String(tmdbId), tmdbId, instanceId }, catalogId: null };
}

/** An album by its release group, or by what its request named as the place where that comes from. */
function catalogTitle(query: UnvalidatedQuery<DeliveryStatusQuery>): NamedTitle {
  const foreignId = queryWord('foreign_id', query.foreign_id);
  const instanceId = queryWord('instance_id', query.instance_id);
  if (foreignId !== undefined) return { title: albumTitle(foreignId, instanceId), catalogId: null };
  const [provider, id] = [
    queryWord('catalog_provider', query.catalog_provider),
    queryWord('catalog_id', query.catalog_id),
  ];
  if (provider === undefined || id === undefined)
    throw badRequest('album_id_required', 'foreign_id, or catalog_provider and catalog_id required');
  // The ids of this catalog are those of release groups.
  const title =
    provider === 'music_metadata'
      ? albumTitle(id, instanceId)
      : ({ mediaType: 'music', key: '', tmdbId: 0, instanceId } as const);
  return { title, catalogId: { provider, id } };
}

/** The parameters of GET /api/requests. With either of them the answer is a page. */
export interface OwnRequestsQuery {
  /** 1 to 100; 50 by default. */
  readonly limit?: number;
  /** Only requests that follow this one: the `request_id` of the last one of the page before. */
  readonly before?: number;
}

/** The parameters of GET /api/requests/statuses: at least one id, and at most 100 together. */
export interface TitleStatusesQuery {
  /** Ids of films, separated by commas. */
  readonly movies?: string;
  /** Ids of series, separated by commas. */
  readonly series?: string;
  /** Release groups of albums, separated by commas. */
  readonly albums?: string;
  /** Native ids of books, separated by commas. */
  readonly books?: string;
}

const MOST_ROWS = 100;
const USUAL_ROWS = 50;
const MOST_IDS = 100;

const NUMBER = /^[1-9]\d{0,9}$/;

/** Null for the whole list. @throws AppError 400 naming the parameter */
export function ownPage(query: UnvalidatedQuery<OwnRequestsQuery>): AskedPage | null {
  const [limit, before] = [positive('limit', query.limit), positive('before', query.before)];
  if (limit === undefined && before === undefined) return null;
  if (limit !== undefined && limit > MOST_ROWS)
    throw badRequest('out_of_range', `limit must be 1 to ${MOST_ROWS}`, { name: 'limit', least: 1, most: MOST_ROWS });
  return { limit: limit ?? USUAL_ROWS, ...(before === undefined ? {} : { before: Math.min(before, LARGEST_ROW_ID) }) };
}

/** The titles whose status is asked for, each once. */
interface AskedStatuses {
  readonly movies: readonly number[];
  readonly series: readonly number[];
  /** Their keys by the ids that were sent; undefined where albums weren't asked for. */
  readonly albums: ReadonlyMap<string, string> | undefined;
  /** As for albums. */
  readonly books: ReadonlyMap<string, string> | undefined;
}

/** @throws AppError 400 for none, for more than a hundred, and for what is no id */
export function askedStatuses(query: UnvalidatedQuery<TitleStatusesQuery>): AskedStatuses {
  const [movies, series] = [ids('movies', query.movies), ids('series', query.series)];
  const albums = keysById('albums', query.albums, (id) => (FOREIGN_ID.test(id) ? id.toLowerCase() : null));
  const books = keysById('books', query.books, (id) => (FOREIGN_ID.test(id) && isBookId(id) ? bookKey(id) : null));
  const count = movies.length + series.length + (albums?.size ?? 0) + (books?.size ?? 0);
  if (count === 0) throw badRequest('title_ids_required', 'movies, series, albums or books required');
  if (count > MOST_IDS) throw tooManyIds(MOST_IDS);
  return { movies, series, albums, books };
}

const ids = (name: string, value: unknown): readonly number[] => idsIn(name, queryList(name, value, MOST_IDS));

function positive(name: string, value: unknown): number | undefined {
  const word = queryWord(name, value);
  if (word === undefined) return undefined;
  if (!NUMBER.test(word)) throw badRequest('not_a_number', `${name} must be a positive number`, { name });
  return Number(word);
}

function keysById(
  name: string,
  value: unknown,
  keyOf: (id: string) => string | null,
): ReadonlyMap<string, string> | undefined {
  const words = queryList(name, value, MOST_IDS);
  const keys = words.map((id) => {
    const key = keyOf(id);
    if (key === null) throw notIds(name);
    return [id, key] as const;
  });
  return keys.length === 0 ? undefined : new Map(keys);
}
