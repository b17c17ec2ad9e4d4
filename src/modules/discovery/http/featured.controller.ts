import { Controller, Get, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { FeaturedRowService } from '../featured/featured-row.service.js';
import { KidsCutBy } from '../kids/kids-cut.decorators.js';
import { pageOf, type PageQuery } from './discovery-query.js';
import {
  featuredCut,
  featuredFilmsView,
  featuredSeriesView,
  type FeaturedFilmsView,
  type FeaturedSeriesPageView,
} from './featured.view.js';

/** The headline row that an administrator has chosen. Source: doc 2 §4 Movies and TV, doc 4 §3.2. */
@MayBeKept()
@Controller('api/discover')
export class FeaturedController {
  constructor(private readonly row: FeaturedRowService) {}

  /** List the headline films: twenty on the first page, then what their source has. */
  @Get('movies/featured')
  @RequirePermission('media:discover')
  @KidsCutBy(featuredCut('movie'))
  @Answers({
    502: 'A provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for a provider is stored, one was asked too often, or the settings or the limits of a kids account can not be read.',
  })
  async movies(
    @CurrentCaller() caller: Caller,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<FeaturedFilmsView> {
    return featuredFilmsView(await this.row.page('movie', pageOf(page), shareOf(caller.userId)));
  }

  /** List the headline series: twenty on the first page, then what their source has. */
  @Get('tv/featured')
  @RequirePermission('media:discover')
  @KidsCutBy(featuredCut('tv'))
  @Answers({
    502: 'A provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for a provider is stored, one was asked too often, or the settings or the limits of a kids account can not be read.',
  })
  async tv(
    @CurrentCaller() caller: Caller,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<FeaturedSeriesPageView> {
    return featuredSeriesView(await this.row.page('tv', pageOf(page), shareOf(caller.userId)));
  }
}
