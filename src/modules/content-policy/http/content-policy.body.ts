import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { PolicyInput } from '../policies/settle-policy.js';

const RatingCap = (member: string): PropertyDecorator => {
  const message = `${member} must be a rating`;
  return applyDecorators(IsString({ message }), MaxLength(64, { message }));
};

const Genres = (member: string): PropertyDecorator => {
  const message = `${member} must be a list of at most 100 genre ids`;
  const each = { each: true, message };
  return applyDecorators(
    IsOptional(),
    IsArray({ message }),
    ArrayMaxSize(100, { message }),
    IsInt(each),
    Min(1, each),
    Max(2_147_483_647, each),
  );
};

/** Body of PUT /api/admin/users/{userID}/content-policy. Source: doc 3 section 5.3. */
export class ContentPolicyBody {
  /** A rating of the region. */
  @RatingCap('max_movie_rating')
  max_movie_rating: string;

  /** A rating of the region. */
  @RatingCap('max_tv_rating')
  max_tv_rating: string;

  /** ISO 3166-1 alpha-2; US where it is left out. */
  @IsOptional()
  @IsString({ message: 'rating_region must be a country code' })
  rating_region?: string | null;

  /** Is hidden what has no rating? True where it is left out. */
  @IsOptional()
  @IsBoolean({ message: 'block_unrated must be true or false' })
  block_unrated?: boolean | null;

  /** Genre ids of the metadata provider. */
  @Genres('blocked_movie_genres')
  blocked_movie_genres?: number[] | null;

  /** Genre ids of the metadata provider. */
  @Genres('blocked_tv_genres')
  blocked_tv_genres?: number[] | null;
}

/** What is asked for. Nothing that is left out makes more visible. */
export function policyInputOf(body: ContentPolicyBody): PolicyInput {
  return {
    maxMovieRating: body.max_movie_rating,
    maxTvRating: body.max_tv_rating,
    ratingRegion: body.rating_region ?? '',
    blockUnrated: body.block_unrated ?? true,
    blockedMovieGenres: body.blocked_movie_genres ?? [],
    blockedTvGenres: body.blocked_tv_genres ?? [],
  };
}
