import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { notFound } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { Unjudged } from '../../../core/http/unjudged.js';
import type { RawJson } from '../../../core/http/raw-json.js';
import { FilmMetadata, SeriesMetadata } from '../../metadata/metadata.public.js';
import { KidsPage, KidsTitle } from '../kids/kids-filtered.decorators.js';
import { KidsInterceptor } from '../kids/kids.interceptor.js';
import {
  pageOf,
  searchTextOf,
  trendingWindowOf,
  type PageQuery,
  type SearchQuery,
  type TrendingQuery,
} from './discovery-query.js';

/**
 * Finding films and series. Answers are the metadata provider's JSON verbatim; a kids account gets what is within its limits.
 * Source: doc 2 §4 Movies and TV, doc 4 §3.1.
 */
@Controller('api')
@UseInterceptors(KidsInterceptor)
export class DiscoveryController {
  constructor(
    private readonly films: FilmMetadata,
    private readonly series: SeriesMetadata,
  ) {}

  /** Films, series and people by name. */
  @Get('search')
  @RequirePermission('media:discover')
  @KidsPage('named')
  @Answers({
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  search(@Query() { query, page }: Unjudged<SearchQuery>): Promise<RawJson> {
    return this.films.searchMulti(searchTextOf(query), pageOf(page));
  }

  /** A film with its videos, credits and release dates. */
  @Get('media/movie/:id')
  @RequirePermission('media:discover')
  @KidsTitle('movie')
  @Answers({
    404: 'There is no such film, or it is outside the limits of a kids account.',
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  async movie(@Param('id', new IntIdPipe('movie')) id: number): Promise<RawJson> {
    const detail = await this.films.movieDetail(id);
    if (!detail) throw notFound();
    return detail;
  }

  /** A series with its videos, credits and seasons. */
  @Get('media/tv/:id')
  @RequirePermission('media:discover')
  @KidsTitle('tv')
  @Answers({
    404: 'There is no such series, or it is outside the limits of a kids account.',
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  async tv(@Param('id', new IntIdPipe('series')) id: number): Promise<RawJson> {
    const detail = await this.series.seriesDetail(id);
    if (!detail) throw notFound();
    return detail;
  }

  /** Popular films. */
  @Get('discover/movies/popular')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers({
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  popularMovies(@Query() { page }: Unjudged<PageQuery>): Promise<RawJson> {
    return this.films.popularMovies(pageOf(page));
  }

  /** Popular series. */
  @Get('discover/tv/popular')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers({
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  popularSeries(@Query() { page }: Unjudged<PageQuery>): Promise<RawJson> {
    return this.series.popularSeries(pageOf(page));
  }

  /** Films and series that many look at. */
  @Get('discover/trending')
  @RequirePermission('media:discover')
  @KidsPage('named')
  @Answers({
    502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
    503: 'No key for the metadata provider is stored, or the limits of a kids account can not be read.',
  })
  trending(@Query() { time_window: window, page }: Unjudged<TrendingQuery>): Promise<RawJson> {
    return this.films.trending(trendingWindowOf(window), pageOf(page));
  }
}
