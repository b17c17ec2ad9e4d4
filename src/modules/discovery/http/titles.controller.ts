import { Controller, Get, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { Answers, MayBeKept } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { CatalogMetadataService, FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { collectionFilms } from '../titles/collection-films.js';
import { TitleListsService } from '../titles/title-lists.service.js';
import { collectionCut } from '../kids/answer-cuts.js';
import { KidsCutBy, KidsPage, KidsTitle, KidsCredits, KidsPerson } from '../kids/discovery-kids.filter.js';
import { DETAIL_REFUSALS, present } from './discovery-answers.js';
import { pageOf, type PageQuery } from './discovery-query.js';
import type {
  CollectionDocument,
  FilmDocument,
  SeriesDocument,
  TitlesPageDocument,
  PersonCreditsDocument,
  PersonDocument,
} from './titles.view.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { creditsWithoutKinds } from '../preferences/without-kinds.js';

const filmId = new IntIdPipe('movie');
const seriesId = new IntIdPipe('series');
const collectionId = new IntIdPipe('collection');
const personId = new IntIdPipe('person');

@MayBeKept()
@Controller('api/media')
export class TitlesController {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly catalog: CatalogMetadataService,
    private readonly lists: TitleListsService,
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
    return present(
      await this.lists.inHouseholdLanguage(this.catalog.relatedTitles('movie', id, 'recommendations', pageOf(page))),
    );
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
    return present(
      await this.lists.inHouseholdLanguage(this.catalog.relatedTitles('movie', id, 'similar', pageOf(page))),
    );
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
    return present(
      await this.lists.inHouseholdLanguage(this.catalog.relatedTitles('tv', id, 'recommendations', pageOf(page))),
    );
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
    return present(await this.lists.inHouseholdLanguage(this.catalog.relatedTitles('tv', id, 'similar', pageOf(page))));
  }

  /** Get a collection with its films, the oldest first; films without a date come last. */
  @Get('collections/:id')
  @RequirePermission('media:discover')
  @KidsCutBy(collectionCut)
  @Answers(DETAIL_REFUSALS)
  async collection(@Param('id', collectionId) id: number): Promise<RawJsonOf<CollectionDocument>> {
    return collectionFilms(present(await this.catalog.collection(id)));
  }

  /** Get a person who acts, directs or the like. */
  @Get('person/:id')
  @RequirePermission('media:discover')
  @KidsPerson()
  @Answers(DETAIL_REFUSALS)
  async person(@Param('id', personId) id: number): Promise<RawJsonOf<PersonDocument>> {
    return present(await this.catalog.person(id));
  }

  /** List the films and series of a person. */
  @Get('person/:id/credits')
  @RequirePermission('media:discover')
  @KidsCredits()
  @MixesKinds(creditsWithoutKinds)
  @Answers(DETAIL_REFUSALS)
  async credits(@Param('id', personId) id: number): Promise<RawJsonOf<PersonCreditsDocument>> {
    return present(await this.catalog.credits(id));
  }
}
