import type { FollowedTitle } from '../follows/follows.repository.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { type NamedTitle, FollowsService } from '../follows/follows.service.js';
import { Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';

/** A title that the caller follows. */
export interface FollowView {
  readonly media_type: 'movie' | 'tv';
  readonly tmdb_id: number;
  readonly instance_id: string;
}

/** The titles that the caller follows, the latest first: 200 at most. */
export interface FollowsView {
  readonly follows: readonly FollowView[];
}

const followView = ({ mediaType, tmdbId, instanceId }: FollowedTitle): FollowView => ({
  media_type: mediaType,
  tmdb_id: tmdbId,
  instance_id: instanceId,
});

/** Which library is meant. */
export interface FollowQuery {
  /** Left out, it is the one that a request of the caller goes to. */
  readonly instance_id?: string;
}

/** The title in the path and the library in the query. @throws AppError 400 for a media type that can't be followed */
function namedTitle(mediaType: string, tmdbId: number, query: UnvalidatedQuery<FollowQuery>): NamedTitle {
  if (mediaType !== 'movie' && mediaType !== 'tv')
    throw badRequest('not_one_of', 'media_type must be movie or tv', { name: 'media_type', values: 'movie, tv' });
  return { mediaType, tmdbId, instanceId: queryWord('instance_id', query.instance_id) };
}

const LIMITS = 'The limits of a kids account can’t be applied now.';

/** Which titles does the caller want to be told of without having asked for them? */
@Controller('api/notifications/follows')
export class FollowsController {
  constructor(private readonly follows: FollowsService) {}

  /** List the titles that the caller follows. */
  @SignedIn()
  @KidsJudgedByService()
  @Get()
  @Answers({ 502: LIMITS, 503: LIMITS })
  async all(@CurrentCaller() caller: Caller): Promise<FollowsView> {
    return { follows: (await this.follows.of(caller)).map(followView) };
  }

  /** Store that the caller follows a title in a library: they are told with its requesters when it becomes available. */
  @SignedIn()
  @KidsJudgedByService()
  @Put(':mediaType/:tmdbId')
  @Answers({
    403: 'The caller may not use the library.',
    404: 'The title is outside of what a kids account may see, or no title has this id.',
    502: LIMITS,
    503: LIMITS,
    409: 'The caller follows as many titles as an account can.',
  })
  async follow(
    @CurrentCaller() caller: Caller,
    @Param('mediaType') mediaType: string,
    @Param('tmdbId', new IntIdPipe('title')) tmdbId: number,
    @Query() query: UnvalidatedQuery<FollowQuery>,
  ): Promise<FollowView> {
    return followView(await this.follows.follow(caller, namedTitle(mediaType, tmdbId, query)));
  }

  /** Remove a title from those that the caller follows: in one library, or without one in all. */
  @SignedIn()
  @KidsUnlimited()
  @Delete(':mediaType/:tmdbId')
  @HttpCode(204)
  async unfollow(
    @CurrentCaller() caller: Caller,
    @Param('mediaType') mediaType: string,
    @Param('tmdbId', new IntIdPipe('title')) tmdbId: number,
    @Query() query: UnvalidatedQuery<FollowQuery>,
  ): Promise<void> {
    await this.follows.unfollow(caller, namedTitle(mediaType, tmdbId, query));
  }
}
