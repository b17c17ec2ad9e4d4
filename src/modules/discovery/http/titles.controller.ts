import { Controller, Get, Param, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { FilmMetadataService, RelatedTitlesService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { EnglishListsService } from '../english/english-lists.service.js';
import { KidsPage, KidsTitle } from '../kids/kids-cut.decorators.js';
import { DETAIL_REFUSALS, present } from './discovery-answers.js';
import { pageOf, type PageQuery } from './discovery-query.js';
import type { FilmDocument, SeriesDocument, TitlesPageDocument } from './titles.view.js';

const filmId = new IntIdPipe('movie');
const seriesId = new IntIdPipe('series');

/** Films and series one by one, and what is related to them. Source: doc 2 §4 Movies and TV, doc 4 §3.1. */
@MayBeKept()
@Controller('api/media')
export class TitlesController {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly related: RelatedTitlesService,
    private readonly english: EnglishListsService,
  ) {}

  /** Get a film with its videos, credits and release dates. */
  @Get('movie/:id')
  @RequirePermission('media:discover')
  @KidsTitle('movie')
  @Answers(DETAIL_REFUSALS)
  async movie(@Param('id', filmId) id: number): Promise<RawJsonOf<FilmDocument>> {
    return present(await this.films.movieDetail(id));
  }

  /** List films recommended to people who liked this one. */
  @Get('movie/:id/recommendations')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(DETAIL_REFUSALS)
  async movieRecommendations(
    @Param('id', filmId) id: number,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return present(await this.english.ofAny(this.related.page('movie', id, 'recommendations', pageOf(page))));
  }

  /** List films similar to this one. */
  @Get('movie/:id/similar')
  @RequirePermission('media:discover')
  @KidsPage('movie')
  @Answers(DETAIL_REFUSALS)
  async similarMovies(
    @Param('id', filmId) id: number,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return present(await this.english.ofAny(this.related.page('movie', id, 'similar', pageOf(page))));
  }

  /** Get a series with its videos, credits and seasons. */
  @Get('tv/:id')
  @RequirePermission('media:discover')
  @KidsTitle('tv')
  @Answers(DETAIL_REFUSALS)
  async tv(@Param('id', seriesId) id: number): Promise<RawJsonOf<SeriesDocument>> {
    return present(await this.series.seriesDetail(id));
  }

  /** List series recommended to people who liked this one. */
  @Get('tv/:id/recommendations')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(DETAIL_REFUSALS)
  async seriesRecommendations(
    @Param('id', seriesId) id: number,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return present(await this.english.ofAny(this.related.page('tv', id, 'recommendations', pageOf(page))));
  }

  /** List series similar to this one. */
  @Get('tv/:id/similar')
  @RequirePermission('media:discover')
  @KidsPage('tv')
  @Answers(DETAIL_REFUSALS)
  async similarSeries(
    @Param('id', seriesId) id: number,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonOf<TitlesPageDocument>> {
    return present(await this.english.ofAny(this.related.page('tv', id, 'similar', pageOf(page))));
  }
}
