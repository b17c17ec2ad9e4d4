import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { FilmWish } from '../intake/film-wish.js';

const LARGEST_ID = 2_147_483_647;

/** POST /api/requests and /api/requests/preview. Members of other media are ignored. Source: doc 4 section 1.2. */
export class CreateRequestBody {
  @IsIn(['movie'], { message: 'media_type must be movie: series, books and music are not served by this version' })
  @IsNotEmpty({ message: 'media_type required' })
  @IsString({ message: 'media_type required' })
  media_type: 'movie';

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

  @IsOptional()
  @Max(LARGEST_ID, { message: 'quality_profile_id is out of range' })
  @Min(0, { message: 'quality_profile_id must be 0 or more' })
  @IsInt({ message: 'quality_profile_id must be a whole number' })
  quality_profile_id?: number | null;
}

/** What is asked for. An empty library id is none, as with a null one: the caller's default. */
export function filmWish(body: CreateRequestBody): FilmWish {
  return {
    tmdbId: body.tmdb_id,
    title: body.title ?? undefined,
    instanceId: body.instance_id || undefined,
    qualityProfileId: body.quality_profile_id ?? 0,
  };
}
