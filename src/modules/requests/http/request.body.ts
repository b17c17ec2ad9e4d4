import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import type { DecisionOverride } from '../kinds/approval.js';
import type { FilmSelection } from '../films/film-selection.service.js';
import type { SeriesSelection } from '../series/series-selection.service.js';

const LARGEST_ID = 2_147_483_647;
const MOST_SEASONS = 100;

const isForSeries = (body: CreateRequestBody): boolean => body.media_type === 'tv';

/**
 * POST /api/requests and /api/requests/preview. Members of other media types are ignored, and so is `tvdb_id`, which is
 * only a hint: the match decides. Source: doc 4 section 1.2.
 */
export class CreateRequestBody {
  @IsIn(['movie', 'tv'], { message: 'media_type must be movie or tv: books and music are not served by this version' })
  @IsNotEmpty({ message: 'media_type required' })
  @IsString({ message: 'media_type required' })
  media_type: 'movie' | 'tv';

  @Max(LARGEST_ID, { message: 'tmdb_id is out of range' })
  @Min(1, { message: 'tmdb_id required' })
  @IsInt({ message: 'tmdb_id required' })
  tmdb_id: number;

  @IsOptional()
  @MaxLength(1000, { message: 'title is too long' })
  @IsString({ message: 'title must be a string' })
  title?: string | null;

  @IsOptional()
  @MaxLength(64, { message: 'instance_id is too long' })
  @IsString({ message: 'instance_id must be a string' })
  instance_id?: string | null;

  /** An unknown scope is not an error: the effective default is used. */
  @Allow()
  season_scope?: unknown;

  /** A series: the provider's numbers of its seasons, at most 100. Ignored for a film. */
  @ValidateIf(isForSeries)
  @IsOptional()
  @IsInt({ each: true, message: 'seasons must be whole numbers' })
  @ArrayMaxSize(MOST_SEASONS, { message: `seasons must be at most ${MOST_SEASONS}` })
  @IsArray({ message: 'seasons must be a list' })
  seasons?: readonly number[] | null;

  @IsOptional()
  @Max(LARGEST_ID, { message: 'quality_profile_id is out of range' })
  @Min(0, { message: 'quality_profile_id must be 0 or more' })
  @IsInt({ message: 'quality_profile_id must be a whole number' })
  quality_profile_id?: number | null;
}

/** The requested title. An empty or null library id means the caller's default. */
export function titleInput(body: CreateRequestBody): FilmSelection | SeriesSelection {
  const input = {
    key: String(body.tmdb_id),
    tmdbId: body.tmdb_id,
    instanceId: body.instance_id || undefined,
    qualityProfileId: body.quality_profile_id ?? 0,
  };
  if (body.media_type === 'movie') return { mediaType: 'movie', title: body.title ?? undefined, ...input };
  const scope = typeof body.season_scope === 'string' ? body.season_scope : undefined;
  return { mediaType: 'tv', choice: { seasons: body.seasons ?? [], scope }, ...input };
}

/** POST /api/admin/requests/{id}/approve. Source: doc 4 section 1.9 (DecisionOverride). */
export class ApproveBody {
  /** Validated together with the stored request; ignored for a film. */
  @Allow()
  season_scope?: unknown;

  @IsOptional()
  @Max(2_147_483_647, { message: 'quality_profile_id is out of range' })
  @Min(0, { message: 'quality_profile_id must be 0 or more' })
  @IsInt({ message: 'quality_profile_id must be a whole number' })
  quality_profile_id?: number | null;

  /** Only the empty format, which films and series have. */
  @IsOptional()
  @IsIn([''], { message: 'book_format can not be changed by a decision' })
  book_format?: '' | null;
}

/** The administrator's changes; left out or null keeps the stored value. */
export function decisionOverride(body: ApproveBody): DecisionOverride {
  return { seasonScope: body.season_scope, qualityProfileId: body.quality_profile_id ?? undefined };
}

/** POST /api/admin/requests/{id}/deny. Source: doc 4 section 1.9. */
export class DenyBody {
  @IsOptional()
  @MaxLength(2000, { message: 'reason is too long' })
  @IsString({ message: 'reason must be a string' })
  reason?: string | null;
}

/** POST /api/requests/{id}/delivery. Source: doc 4 section 1.7. */
export class DeliveryActionBody {
  @IsIn(['retry', 'cancel', 'confirm'], { message: 'action must be retry or cancel' })
  action: 'retry' | 'cancel' | 'confirm';
}
