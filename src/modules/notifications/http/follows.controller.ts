import { Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { FollowsService } from '../follows/follows.service.js';
import { followView, type FollowsView, type FollowView } from './follow.view.js';
import { type FollowQuery, namedTitle } from './follows.query.js';

const LIMITS = 'The limits of a kids account can’t be applied now.';

/** Which titles does the caller want to be told of without having asked for them? Source: issue 24, Follow a title. */
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
