import { Controller, Get, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { browseFiltersOf } from '../browse/browse-query.js';
import { TitleBrowseService } from '../browse/title-browse.service.js';
import { KidsPage } from '../kids/kids-cut.decorators.js';
import { LIST_REFUSALS } from './discovery-answers.js';
import { pageOf, type PageQuery } from './discovery-query.js';
import type { TitlesPageDocument } from './titles.view.js';

/** What a browse of either kind reads. Everything else is dropped. Source: doc 2 §4 Browse parameters. */
interface BrowseQuery extends PageQuery {
  /** Ids joined by commas (all must match) or by pipes (one must match). */
  readonly with_genres?: string;
  /** @fraction */
  readonly 'vote_average.gte'?: number;
  /** 200 where nothing is said and the order is by rating. */
  readonly 'vote_count.gte'?: number;
  /** The code of a language, or several joined by pipes (one must match). A browse that names one is not cut to English. */
  readonly with_original_language?: string;
  /** Ids joined by commas or by pipes, as for genres. */
  readonly with_watch_providers?: string;
  /** Where the watch providers are to be had; the United States where nothing is said. */
  readonly watch_region?: string;
  /** Ids joined by commas: all must match. */
  readonly with_keywords?: string;
  /** Ids joined by pipes: any may match. */
  readonly with_companies?: string;
}

/** What a browse of films reads. */
interface FilmBrowseQuery extends BrowseQuery {
  /** original_title, popularity, primary_release_date, revenue, title, vote_average or vote_count, with .asc or .desc. */
  readonly sort_by?: string;
  readonly primary_release_year?: number;
  /** YYYY-MM-DD. */
  readonly 'primary_release_date.gte'?: string;
  /** YYYY-MM-DD. */
  readonly 'primary_release_date.lte'?: string;
}

/** What a browse of series reads. */
interface SeriesBrowseQuery extends BrowseQuery {
  /** first_air_date, name, original_name, popularity, vote_average or vote_count, with .asc or .desc. */
  readonly sort_by?: string;
  readonly first_air_date_year?: number;
  /** YYYY-MM-DD. */
  readonly 'first_air_date.gte'?: string;
  /** YYYY-MM-DD. */
  readonly 'first_air_date.lte'?: string;
}

/**
 * Browsing films and series by filters. The household's language and the limits of a kids account are asked of the
 * provider itself, and the limits are applied once more to what it answers. Source: doc 2 §4 Browse parameters,
 * English-only.
 */
@MayBeKept()
@Controller('api/discover')
export class BrowseController {
  constructor(private readonly browse: TitleBrowseService) {}

  /** List films that match all filters. */
  @Get('movies')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async movies(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<FilmBrowseQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.browse.page(caller, 'movie', browseFiltersOf('movie', query), pageOf(query.page));
  }

  /** List series that match all filters. */
  @Get('tv')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async series(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<SeriesBrowseQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.browse.page(caller, 'tv', browseFiltersOf('tv', query), pageOf(query.page));
  }

  /** List films that are released in the next three months. */
  @Get('movies/upcoming')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async upcomingMovies(
    @CurrentCaller() caller: Caller,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.browse.comingSoon(caller, 'movie', pageOf(page));
  }

  /** List series that premiere in the next three months. */
  @Get('tv/upcoming')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async upcomingSeries(
    @CurrentCaller() caller: Caller,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.browse.comingSoon(caller, 'tv', pageOf(page));
  }
}
