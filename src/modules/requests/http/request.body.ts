import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { z } from 'zod';
import { badRequest } from '../../../core/errors/app-error.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import type { AlbumSelection } from '../albums/album-requests.service.js';
import { bookKey, type BookSelection, isBookId } from '../books/book-selection.js';
import type { FilmSelection } from '../films/film-requests.service.js';
import type { DecisionOverride } from '../kinds/request-kind.js';
import { noForeignId, retiredBookCatalog } from '../requests.errors.js';
import type { BookFormat } from '../saved/job-rows.js';
import type { CatalogId } from '../saved/requests.repository.js';
import { formatsIn, type MediaType } from '../saved/work.js';
import type { SeriesSelection } from '../series/series-submission.service.js';

const LARGEST_ID = 2_147_483_647;
const MOST_SEASONS = 100;
const LONGEST_TITLE = 300;

/** The media types that can be requested. */
export const REQUESTABLE: readonly MediaType[] = ['movie', 'tv', 'book', 'music'];

const PROFILE = { name: 'quality_profile_id', least: 0, most: LARGEST_ID };

const BOOK_FORMAT = refusedMember('not_one_of', 'book_format must be ebook, audiobook or both', {
  name: 'book_format',
  values: 'ebook, audiobook, both',
});

const isForSeries = (body: CreateRequestBody): boolean => body.media_type === 'tv';
const isOfCatalog = ({ media_type }: CreateRequestBody): boolean => media_type === 'book' || media_type === 'music';

/** A native id of a book, or a release group. */
export const FOREIGN_ID = /^[A-Za-z0-9][A-Za-z0-9:._-]{0,99}$/;

/** An id in an outside catalog. */
const CATALOG_REF = z.object({
  provider: z.enum(['music_metadata', 'music_metadata_release']),
  id: z.string().regex(FOREIGN_ID),
});

/**
 * POST /api/requests and /api/requests/preview. Members of other media types are ignored, and so is `tvdb_id`, which is
 * only a hint: the match decides.
 */
export class CreateRequestBody {
  @IsIn(
    REQUESTABLE,
    refusedMember('not_one_of', 'media_type must be movie, tv, book or music', {
      name: 'media_type',
      values: REQUESTABLE.join(', '),
    }),
  )
  @IsNotEmpty(refusedMember('required', 'media_type required', { name: 'media_type' }))
  @IsString(refusedMember('required', 'media_type required', { name: 'media_type' }))
  media_type: MediaType;

  /** A film or a series; ignored for other titles. */
  @ValidateIf((body: CreateRequestBody) => !isOfCatalog(body))
  @Max(
    LARGEST_ID,
    refusedMember('out_of_range', 'tmdb_id is out of range', { name: 'tmdb_id', least: 1, most: LARGEST_ID }),
  )
  @Min(1, refusedMember('required', 'tmdb_id required', { name: 'tmdb_id' }))
  @IsInt(refusedMember('required', 'tmdb_id required', { name: 'tmdb_id' }))
  tmdb_id?: number;

  /** A book: its native id. An album: its release group. Ignored for other titles. */
  @ValidateIf(isOfCatalog)
  @Matches(FOREIGN_ID, refusedMember('invalid', 'foreign_id is not an id', { name: 'foreign_id' }))
  @IsNotEmpty(refusedMember('required', 'foreign_id required for book and music', { name: 'foreign_id' }))
  @IsString(refusedMember('required', 'foreign_id required for book and music', { name: 'foreign_id' }))
  foreign_id?: string;

  /** Required for a book and an album. A film may be saved under it while the metadata provider can't be asked. */
  @IsOptional()
  @MaxLength(1000, refusedMember('too_long', 'title is too long', { name: 'title', most: 1000 }))
  @IsString(refusedMember('not_a_text', 'title must be a string', { name: 'title' }))
  title?: string | null;

  /** A book; `both` by default. */
  @ValidateIf(isOfCatalog)
  @IsOptional()
  @IsIn(['ebook', 'audiobook', 'both'], BOOK_FORMAT)
  book_format?: 'ebook' | 'audiobook' | 'both' | null;

  /** A book or an album: a text by which it was found. */
  @ValidateIf(isOfCatalog)
  @IsOptional()
  @MaxLength(500, refusedMember('too_long', 'search_term is too long', { name: 'search_term', most: 500 }))
  @IsString(refusedMember('not_a_text', 'search_term must be a string', { name: 'search_term' }))
  search_term?: string | null;

  /** An album: where its id comes from, as `{provider, id}`. A book's belongs to a retired catalog: 410. */
  @Allow()
  catalog_ref?: unknown;

  @IsOptional()
  @MaxLength(64, refusedMember('too_long', 'instance_id is too long', { name: 'instance_id', most: 64 }))
  @IsString(refusedMember('not_a_text', 'instance_id must be a string', { name: 'instance_id' }))
  instance_id?: string | null;

  /** An unknown scope is not an error: the effective default is used. */
  @Allow()
  season_scope?: unknown;

  /** A series: the provider's numbers of its seasons, at most 100. Ignored for a film. */
  @ValidateIf(isForSeries)
  @IsOptional()
  @IsInt({ each: true, ...refusedMember('not_a_number', 'seasons must be whole numbers', { name: 'seasons' }) })
  @ArrayMaxSize(
    MOST_SEASONS,
    refusedMember('not_a_list', `seasons must be at most ${MOST_SEASONS}`, { name: 'seasons', most: MOST_SEASONS }),
  )
  @IsArray(refusedMember('not_a_list', 'seasons must be a list', { name: 'seasons', most: MOST_SEASONS }))
  seasons?: readonly number[] | null;

  @IsOptional()
  @Max(LARGEST_ID, refusedMember('out_of_range', 'quality_profile_id is out of range', PROFILE))
  @Min(0, refusedMember('out_of_range', 'quality_profile_id must be 0 or more', PROFILE))
  @IsInt(refusedMember('not_a_number', 'quality_profile_id must be a whole number', { name: 'quality_profile_id' }))
  quality_profile_id?: number | null;
}

/**
 * An empty or null library id means the default. @throws AppError 400 for members that don't fit together; 410 for a
 * retired catalog
 */
export function titleInput(body: CreateRequestBody): FilmSelection | SeriesSelection | BookSelection | AlbumSelection {
  switch (body.media_type) {
    case 'movie':
      return { mediaType: 'movie', title: body.title ?? undefined, ...providerTitle(body) };
    case 'tv': {
      const scope = typeof body.season_scope === 'string' ? body.season_scope : undefined;
      return { mediaType: 'tv', choice: { seasons: body.seasons ?? [], scope }, ...providerTitle(body) };
    }
    case 'book':
      return bookInput(body);
    case 'music':
      return albumInput(body);
  }
}

function providerTitle({ tmdb_id = 0, instance_id, quality_profile_id }: CreateRequestBody) {
  const instanceId = instance_id || undefined;
  return { key: String(tmdb_id), tmdbId: tmdb_id, instanceId, qualityProfileId: quality_profile_id ?? 0 };
}

function catalogTitle({ foreign_id = '', title, search_term, instance_id }: CreateRequestBody) {
  if (!title?.trim()) throw badRequest('required', 'title required for book and music', { name: 'title' });
  return {
    tmdbId: 0,
    foreignId: foreign_id,
    title: cutTitle(title.trim()),
    searchTerm: search_term?.trim() || null,
    instanceId: instance_id || undefined,
  };
}

/** A title as long as is kept; no character is cut in two. */
function cutTitle(title: string): string {
  return title.slice(0, LONGEST_TITLE).replace(/\p{Cs}$/u, '');
}

function bookInput(body: CreateRequestBody): BookSelection {
  if (body.catalog_ref !== undefined && body.catalog_ref !== null) throw retiredBookCatalog();
  const named = catalogTitle(body);
  if (!isBookId(named.foreignId)) throw noForeignId();
  const formats = formatsIn(body.book_format ?? 'both');
  return { mediaType: 'book', key: bookKey(named.foreignId), formats, ...named };
}

function albumInput(body: CreateRequestBody): AlbumSelection {
  if (body.book_format !== undefined && body.book_format !== null)
    throw badRequest('no_format_for_music', 'music carries no book_format');
  const named = catalogTitle(body);
  return { mediaType: 'music', key: named.foreignId.toLowerCase(), catalogRef: catalogRef(body.catalog_ref), ...named };
}

function catalogRef(sent: unknown): CatalogId | null {
  if (sent === undefined || sent === null) return null;
  const parsed = CATALOG_REF.safeParse(sent);
  if (!parsed.success)
    throw badRequest('invalid', 'catalog_ref must be an id of music_metadata or music_metadata_release', {
      name: 'catalog_ref',
    });
  return parsed.data;
}

/** POST /api/admin/requests/{id}/approve. */
export class ApproveBody {
  /** Validated together with the stored request; ignored for a film. */
  @Allow()
  season_scope?: unknown;

  @IsOptional()
  @Max(LARGEST_ID, refusedMember('out_of_range', 'quality_profile_id is out of range', PROFILE))
  @Min(0, refusedMember('out_of_range', 'quality_profile_id must be 0 or more', PROFILE))
  @IsInt(refusedMember('not_a_number', 'quality_profile_id must be a whole number', { name: 'quality_profile_id' }))
  quality_profile_id?: number | null;

  /** The format as it was requested: a decision can't change it. Left out or empty for titles without formats. */
  @IsOptional()
  @IsIn(['', 'ebook', 'audiobook', 'both'], BOOK_FORMAT)
  book_format?: '' | 'ebook' | 'audiobook' | 'both' | null;
}

/** The administrator's changes; left out or null keeps the stored value. */
export function decisionOverride(body: ApproveBody): DecisionOverride {
  return {
    seasonScope: body.season_scope,
    qualityProfileId: body.quality_profile_id ?? undefined,
    bookFormat: body.book_format || undefined,
  };
}

/** POST /api/admin/requests/{id}/deny. */
export class DenyBody {
  @IsOptional()
  @MaxLength(2000, refusedMember('too_long', 'reason is too long', { name: 'reason', most: 2000 }))
  @IsString(refusedMember('not_a_text', 'reason must be a string', { name: 'reason' }))
  reason?: string | null;
}

/** POST /api/requests/{id}/delivery. */
export class DeliveryActionBody {
  @IsIn(
    ['retry', 'cancel', 'confirm'],
    refusedMember('not_one_of', 'action must be retry or cancel', { name: 'action', values: 'retry, cancel' }),
  )
  action: 'retry' | 'cancel' | 'confirm';

  /** A book: the action is for this format alone. Ignored for other titles. */
  @IsOptional()
  @IsIn(['ebook', 'audiobook', 'both'], BOOK_FORMAT)
  book_format?: 'ebook' | 'audiobook' | 'both' | null;
}

/** The format that an action is limited to; undefined when it is for all of them. */
export function oneFormat(choice: DeliveryActionBody['book_format']): BookFormat | undefined {
  return choice === 'both' || choice === null ? undefined : choice;
}
