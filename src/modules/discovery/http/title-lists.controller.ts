import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers, MayBeKept } from '../../../core/http/answers.decorators.js';
import type { RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { browseFiltersOf, strictFiltersOf } from '../titles/browse-filters.js';
import { TitleListsService } from '../titles/title-lists.service.js';
import { KidsPage, KidsCutBy } from '../kids/discovery-kids.filter.js';
import { LIST_REFUSALS } from './discovery-answers.js';
import { pageOf, type PageQuery, trendingWindowOf, type TrendingQuery } from './discovery-query.js';
import type { TitlesPageDocument } from './titles.view.js';
import { FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { pageWithoutKinds } from '../preferences/without-kinds.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { FeaturedRowService } from '../titles/featured-row.service.js';
import {
  featuredCut,
  featuredFilmsView,
  featuredSeriesView,
  type FeaturedFilmsView,
  type FeaturedSeriesPageView,
} from './featured.view.js';

/** What a browse of either kind reads. Everything else is dropped. */
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

/** How long a title runs. Of a series it is what the provider says of its episodes. */
interface RuntimeQuery {
  /** At least so many minutes, 0 to 1440. */
  readonly 'with_runtime.gte'?: number;
  /** At most so many minutes, 0 to 1440; not less than `with_runtime.gte`. */
  readonly 'with_runtime.lte'?: number;
}

/** What a browse of films reads that drops nothing. */
interface FilteredFilmsQuery extends FilmBrowseQuery, RuntimeQuery {
  /** 0 to 10. @fraction */
  readonly 'vote_average.gte'?: number;
}

/** What a browse of series reads that drops nothing. */
interface FilteredSeriesQuery extends SeriesBrowseQuery, RuntimeQuery {
  /** 0 to 10. @fraction */
  readonly 'vote_average.gte'?: number;
  /** The id of a network: one, since the provider takes no more. */
  readonly with_networks?: number;
}

const FEATURED_REFUSALS = {
  502: 'A provider failed, or the limits of a kids account could not be applied.',
  503: 'No key for a provider is stored, one was asked too often, or the settings or the limits of a kids account can not be read.',
} as const;

/** All are in the language that the household wants, and a kids account gets what is within its limits. */
@MayBeKept()
@Controller('api/discover')
export class TitleListsController {
  constructor(
    private readonly lists: TitleListsService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly row: FeaturedRowService,
  ) {}

  /** List films that match all filters. */
  @Get('movies')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async browseMovies(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<FilmBrowseQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.browse(caller, 'movie', browseFiltersOf('movie', query), pageOf(query.page));
  }

  /** List series that match all filters. */
  @Get('tv')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async browseSeries(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<SeriesBrowseQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.browse(caller, 'tv', browseFiltersOf('tv', query), pageOf(query.page));
  }

  /**
   * List films that match all filters, runtimes among them. A parameter that isn't known is refused. `total_results` counts what the
   * provider has.
   */
  @Get('movies/filtered')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async filteredMovies(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<FilteredFilmsQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.browse(caller, 'movie', strictFiltersOf('movie', query), pageOf(query.page));
  }

  /**
   * List series that match all filters, runtimes and a network among them. A parameter that isn't known is refused. `total_results`
   * counts what the provider has.
   */
  @Get('tv/filtered')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async filteredSeries(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<FilteredSeriesQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.browse(caller, 'tv', strictFiltersOf('tv', query), pageOf(query.page));
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
    return this.lists.comingSoon(caller, 'movie', pageOf(page));
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
    return this.lists.comingSoon(caller, 'tv', pageOf(page));
  }

  /** List trending films and series. */
  @Get('trending')
  @RequirePermission('media:discover')
  @KidsPage('named')
  @MixesKinds(pageWithoutKinds)
  @Answers(LIST_REFUSALS)
  async trending(
    @Query() { time_window: window, page }: UnvalidatedQuery<TrendingQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.films.trending(trendingWindowOf(window), pageOf(page)));
  }

  /** List popular films. */
  @Get('movies/popular')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async popularMovies(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.films.popularMovies(pageOf(page)));
  }

  /** List films by their votes. */
  @Get('movies/top-rated')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async topRatedMovies(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.films.topRatedMovies(pageOf(page)));
  }

  /** List films that are in cinemas. */
  @Get('movies/now-playing')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async nowPlayingMovies(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.films.nowPlayingMovies(pageOf(page)));
  }

  /** List popular series. */
  @Get('tv/popular')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async popularSeries(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.series.popularSeries(pageOf(page)));
  }

  /** List series by their votes. */
  @Get('tv/top-rated')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async topRatedSeries(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.series.topRatedSeries(pageOf(page)));
  }

  /** List series with an episode in the next seven days. */
  @Get('tv/on-the-air')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async onTheAirSeries(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.lists.inHouseholdLanguage(this.series.onTheAirSeries(pageOf(page)));
  }

  /** List the headline films: twenty on the first page, then what their source has. */
  @Get('movies/featured')
  @RequirePermission('media:discover')
  @KidsCutBy(featuredCut('movie'))
  @Answers(FEATURED_REFUSALS)
  async featuredMovies(
    @CurrentCaller() caller: Caller,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<FeaturedFilmsView> {
    return featuredFilmsView(await this.row.page('movie', pageOf(page), shareOf(caller.userId)));
  }

  /** List the headline series: twenty on the first page, then what their source has. */
  @Get('tv/featured')
  @RequirePermission('media:discover')
  @KidsCutBy(featuredCut('tv'))
  @Answers(FEATURED_REFUSALS)
  async featuredSeries(
    @CurrentCaller() caller: Caller,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<FeaturedSeriesPageView> {
    return featuredSeriesView(await this.row.page('tv', pageOf(page), shareOf(caller.userId)));
  }
}
