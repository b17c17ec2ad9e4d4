import { Controller, Get, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { EnglishListsService } from '../english/english-lists.service.js';
import { KidsPage } from '../kids/kids-cut.decorators.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { pageWithoutKinds } from '../preferences/without-kinds.js';
import { LIST_REFUSALS } from './discovery-answers.js';
import { pageOf, trendingWindowOf, type PageQuery, type TrendingQuery } from './discovery-query.js';
import type { TitlesPageDocument } from './titles.view.js';

/**
 * Lists that the metadata provider makes: its JSON, without titles in other languages where the household wants English
 * only; a kids account gets what is within its limits. Source: doc 2 §4 Movies and TV, doc 4 §3.1.
 */
@MayBeKept()
@Controller('api/discover')
export class FeedsController {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly english: EnglishListsService,
  ) {}

  /** List trending films and series. */
  @Get('trending')
  @RequirePermission('media:discover')
  @KidsPage('named')
  @MixesKinds(pageWithoutKinds)
  @Answers(LIST_REFUSALS)
  async trending(
    @Query() { time_window: window, page }: UnvalidatedQuery<TrendingQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.films.trending(trendingWindowOf(window), pageOf(page)));
  }

  /** List popular films. */
  @Get('movies/popular')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async popularMovies(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.films.popularMovies(pageOf(page)));
  }

  /** List films by their votes. */
  @Get('movies/top-rated')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async topRatedMovies(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.films.topRatedMovies(pageOf(page)));
  }

  /** List films that are in cinemas. */
  @Get('movies/now-playing')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(LIST_REFUSALS)
  async nowPlayingMovies(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.films.nowPlayingMovies(pageOf(page)));
  }

  /** List popular series. */
  @Get('tv/popular')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async popularSeries(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.series.popularSeries(pageOf(page)));
  }

  /** List series by their votes. */
  @Get('tv/top-rated')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async topRatedSeries(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.series.topRatedSeries(pageOf(page)));
  }

  /** List series with an episode in the next seven days. */
  @Get('tv/on-the-air')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(LIST_REFUSALS)
  async onTheAirSeries(@Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.english.of(this.series.onTheAirSeries(pageOf(page)));
  }
}
