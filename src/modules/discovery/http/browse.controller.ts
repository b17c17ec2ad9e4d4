import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { RawJson } from '../../../core/http/raw-json.js';
import type { Unjudged } from '../../../core/http/unjudged.js';
import { browseFiltersOf } from '../browse/browse-query.js';
import { TitleBrowseService } from '../browse/title-browse.service.js';
import { KidsPage } from '../kids/kids-cut.decorators.js';
import type { FilmBrowseQuery, SeriesBrowseQuery } from './browse-query.view.js';
import { LIST_REFUSALS } from './discovery-answers.js';
import { pageOf, type PageQuery } from './discovery-query.js';

/**
 * Browsing films and series by filters. The household's language and the limits of a kids account are asked of the
 * provider itself, and the limits are applied once more to what it answers. Source: doc 2 §4 Browse parameters,
 * English-only.
 */
@Controller('api/discover')
export class BrowseController {
  constructor(private readonly browse: TitleBrowseService) {}

  /** List films that match all filters. */
  @Get('movies')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async movies(@CurrentCaller() caller: Caller, @Query() query: Unjudged<FilmBrowseQuery>): Promise<RawJson> {
    return this.browse.page(caller, 'movie', browseFiltersOf('movie', query), pageOf(query.page));
  }

  /** List series that match all filters. */
  @Get('tv')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async series(@CurrentCaller() caller: Caller, @Query() query: Unjudged<SeriesBrowseQuery>): Promise<RawJson> {
    return this.browse.page(caller, 'tv', browseFiltersOf('tv', query), pageOf(query.page));
  }

  /** List films that are released in the next three months. */
  @Get('movies/upcoming')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async upcomingMovies(@CurrentCaller() caller: Caller, @Query() { page }: Unjudged<PageQuery>): Promise<RawJson> {
    return this.browse.comingSoon(caller, 'movie', pageOf(page));
  }

  /** List series that premiere in the next three months. */
  @Get('tv/upcoming')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async upcomingSeries(@CurrentCaller() caller: Caller, @Query() { page }: Unjudged<PageQuery>): Promise<RawJson> {
    return this.browse.comingSoon(caller, 'tv', pageOf(page));
  }
}
