import { applyDecorators, Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { ContentPolicy } from '../../users/users.public.js';
import { ContentPolicyService, type SetPolicy } from '../policies/content-policy.service.js';
import {
  RATING_SOURCES,
  type KnownSchemes,
  type Rating,
  type RatingSource,
  type TitleKind,
  RatingListsService,
} from '../../metadata/metadata.public.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { refusedMember } from '../../../core/http/refused-member.js';

const MOST_GENRES = 100;

const RatingCap = (member: string): PropertyDecorator => {
  const refused = refusedMember('not_a_rating', `${member} must be a rating`, { name: member });
  return applyDecorators(IsString(refused), MaxLength(64, refused));
};

const Genres = (member: string): PropertyDecorator => {
  const text = `${member} must be a list of at most ${MOST_GENRES} genre ids`;
  const refused = refusedMember('not_genre_ids', text, { name: member, most: MOST_GENRES });
  const each = { ...refused, each: true };
  return applyDecorators(
    IsOptional(),
    IsArray(refused),
    ArrayMaxSize(MOST_GENRES, refused),
    IsInt(each),
    Min(1, each),
    Max(2_147_483_647, each),
  );
};

/** Body of PUT /api/admin/users/{userID}/content-policy. */
class ContentPolicyBody {
  /** A rating of the region. */
  @RatingCap('max_movie_rating')
  max_movie_rating: string;

  /** A rating of the region. */
  @RatingCap('max_tv_rating')
  max_tv_rating: string;

  /** ISO 3166-1 alpha-2; US where it is left out. */
  @IsOptional()
  @IsString(refusedMember('not_a_country_code', 'rating_region must be a country code', { name: 'rating_region' }))
  rating_region?: string | null;

  /** Is hidden what has no rating? True where it is left out. */
  @IsOptional()
  @IsBoolean(refusedMember('not_a_flag', 'block_unrated must be true or false', { name: 'block_unrated' }))
  block_unrated?: boolean | null;

  /** Genre ids of the metadata provider. */
  @Genres('blocked_movie_genres')
  blocked_movie_genres?: number[] | null;

  /** Genre ids of the metadata provider. */
  @Genres('blocked_tv_genres')
  blocked_tv_genres?: number[] | null;
}

/** Nothing that is left out makes more visible. */
function policyInputOf(body: ContentPolicyBody): ContentPolicy {
  return {
    maxMovieRating: body.max_movie_rating,
    maxTvRating: body.max_tv_rating,
    ratingRegion: body.rating_region ?? '',
    blockUnrated: body.block_unrated ?? true,
    blockedMovieGenres: body.blocked_movie_genres ?? [],
    blockedTvGenres: body.blocked_tv_genres ?? [],
  };
}

/** A rating of a region. */
interface CertificationView {
  readonly certification: string;
  /** What it says; left out where nobody has written it down. */
  readonly meaning?: string;
  /** The higher, the less is it for children; 0 stands for titles without a rating and is never a cap. */
  readonly order: number;
  /** A cap to begin with. */
  readonly default?: true;
}

/** The answer of GET /api/admin/certifications. */
interface CertificationsView {
  /** By region, ISO 3166-1 alpha-2. */
  readonly movie: Readonly<Record<string, readonly CertificationView[]>>;
  /** By region, ISO 3166-1 alpha-2. */
  readonly tv: Readonly<Record<string, readonly CertificationView[]>>;
  /** Where they come from: the provider within a day, its last good copy, or what is built in. */
  readonly source: 'tmdb' | 'cached' | 'builtin';
}

/** Caps to begin with; a client suggests its own for every other region. */
const SUGGESTED = { movie: 'PG', tv: 'TV-PG' } as const;
const SUGGESTED_REGION = 'US';

const SOURCES = { provider: 'tmdb', kept: 'cached', built_in: 'builtin' } as const;

/** The schemes of films and series; their source is the weaker one. */
function certificationsView(movie: KnownSchemes, tv: KnownSchemes): CertificationsView {
  return { movie: kindView('movie', movie), tv: kindView('tv', tv), source: SOURCES[weaker(movie.source, tv.source)] };
}

function kindView(kind: TitleKind, { schemes }: KnownSchemes): CertificationsView[TitleKind] {
  const entries = [...schemes].flatMap(([region, ratings]) => {
    const suggested = region === SUGGESTED_REGION ? SUGGESTED[kind] : undefined;
    return ratings
      ? [[region, [...ratings].sort(byOrder).map((rating) => ratingView(rating, suggested))] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

function ratingView({ certification, meaning, order }: Rating, suggested: string | undefined): CertificationView {
  return {
    certification,
    ...(meaning === '' ? {} : { meaning }),
    order,
    ...(certification === suggested ? { default: true as const } : {}),
  };
}

const byOrder = (a: Rating, b: Rating): number => a.order - b.order;

const weaker = (one: RatingSource, other: RatingSource): RatingSource =>
  RATING_SOURCES.indexOf(one) > RATING_SOURCES.indexOf(other) ? one : other;

/** What a kids account may see. */
interface ContentPolicyView {
  readonly max_movie_rating: string;
  readonly max_tv_rating: string;
  /** ISO 3166-1 alpha-2. */
  readonly rating_region: string;
  /** Is hidden what has no rating? */
  readonly block_unrated: boolean;
  /** Genre ids of the metadata provider. */
  readonly blocked_movie_genres: readonly number[];
  /** Genre ids of the metadata provider. */
  readonly blocked_tv_genres: readonly number[];
  /** What children can still do while accounts are made at sign-in, in words; left out where there is nothing to say. */
  readonly warning?: string;
}

function contentPolicyView({ policy, warning }: SetPolicy): ContentPolicyView {
  return {
    max_movie_rating: policy.maxMovieRating,
    max_tv_rating: policy.maxTvRating,
    rating_region: policy.ratingRegion,
    block_unrated: policy.blockUnrated,
    blocked_movie_genres: policy.blockedMovieGenres,
    blocked_tv_genres: policy.blockedTvGenres,
    ...(warning !== null && { warning }),
  };
}

const userIdOf = new IntIdPipe('user', 'user ID');

@Controller('api/admin')
export class ContentPolicyController {
  constructor(
    private readonly service: ContentPolicyService,
    private readonly lists: RatingListsService,
  ) {}

  /** Get what a kids account may see. */
  @AdminOnly('users:manage')
  @Get('users/:userID/content-policy')
  @Answers({ 404: 'This is not a kids account.' })
  async policy(@Param('userID', userIdOf) userId: number): Promise<ContentPolicyView> {
    return contentPolicyView(await this.service.of(userId));
  }

  /** Make an account a kids account, or change its content policy. */
  @AdminOnly('users:manage')
  @Put('users/:userID/content-policy')
  @Answers({
    404: 'There is no such account.',
    409: 'Administrators can not be kids accounts.',
    503: 'The ratings of the region are not at hand.',
  })
  async setPolicy(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', userIdOf) userId: number,
    @Body() body: ContentPolicyBody,
  ): Promise<ContentPolicyView> {
    return contentPolicyView(await this.service.set(admin, userId, policyInputOf(body)));
  }

  /** Make a kids account an ordinary one; other accounts stay as they are. */
  @AdminOnly('users:manage')
  @Delete('users/:userID/content-policy')
  async clearPolicy(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', userIdOf) userId: number,
  ): Promise<{ status: 'cleared' }> {
    await this.service.clear(admin, userId);
    return { status: 'cleared' };
  }

  /** List the ratings of films and series in every region, with suggested limits. */
  @AdminOnly('users:manage')
  @Get('certifications')
  async certifications(): Promise<CertificationsView> {
    return certificationsView(await this.lists.known('movie'), await this.lists.known('tv'));
  }
}
