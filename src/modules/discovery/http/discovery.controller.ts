import { Controller, Get, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { notFound } from '../../../core/errors/app-error.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { Unjudged } from '../../../core/http/unjudged.js';
import type { RawJson } from '../../../core/http/raw-json.js';
import { FilmMetadata, SeriesMetadata } from '../../metadata/metadata.public.js';
import {
  pageOf,
  searchTextOf,
  trendingWindowOf,
  type PageQuery,
  type SearchQuery,
  type TrendingQuery,
} from './discovery-query.js';

/** Finding films and series. Answers are the metadata provider's JSON verbatim. Source: doc 2 §4 Movies and TV, doc 4 §3.1. */
@Controller('api')
export class DiscoveryController {
  constructor(
    private readonly films: FilmMetadata,
    private readonly series: SeriesMetadata,
  ) {}

  @Get('search')
  @RequirePermission('media:discover')
  search(@Query() { query, page }: Unjudged<SearchQuery>): Promise<RawJson> {
    return this.films.searchMulti(searchTextOf(query), pageOf(page));
  }

  @Get('media/movie/:id')
  @RequirePermission('media:discover')
  async movie(@Param('id', new IntIdPipe('movie')) id: number): Promise<RawJson> {
    const detail = await this.films.movieDetail(id);
    if (!detail) throw notFound();
    return detail;
  }

  @Get('media/tv/:id')
  @RequirePermission('media:discover')
  async tv(@Param('id', new IntIdPipe('series')) id: number): Promise<RawJson> {
    const detail = await this.series.seriesDetail(id);
    if (!detail) throw notFound();
    return detail;
  }

  @Get('discover/movies/popular')
  @RequirePermission('media:discover')
  popularMovies(@Query() { page }: Unjudged<PageQuery>): Promise<RawJson> {
    return this.films.popularMovies(pageOf(page));
  }

  @Get('discover/tv/popular')
  @RequirePermission('media:discover')
  popularSeries(@Query() { page }: Unjudged<PageQuery>): Promise<RawJson> {
    return this.series.popularSeries(pageOf(page));
  }

  @Get('discover/trending')
  @RequirePermission('media:discover')
  trending(@Query() { time_window: window, page }: Unjudged<TrendingQuery>): Promise<RawJson> {
    return this.films.trending(trendingWindowOf(window), pageOf(page));
  }
}
