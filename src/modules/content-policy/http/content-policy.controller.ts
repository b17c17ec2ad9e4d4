import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { RatingListsService } from '../../metadata/metadata.public.js';
import { ContentPolicyService, type SetPolicy } from '../policies/content-policy.service.js';
import { certificationsView, type CertificationsView } from './certifications.view.js';
import { ContentPolicyBody, policyInputOf } from './content-policy.body.js';

/** What a kids account may see. Source: doc 1 section 2 (Content policy). */
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

/** A policy as administrators see it. */
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

const userIdOf = new IntIdPipe('user', 'invalid user ID');

/** What kids accounts may see, and by which ratings that can be said. Source: doc 1 section 4, doc 3 section 5.3. */
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
