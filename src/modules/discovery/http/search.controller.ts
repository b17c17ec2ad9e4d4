import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers, MayBeKept } from '../../../core/http/answers.decorators.js';
import type { RawJson, RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { FilmMetadataService, CatalogMetadataService } from '../../metadata/metadata.public.js';
import { KidsPage, KidsGenres } from '../kids/discovery-kids.filter.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { pageWithoutKinds } from '../preferences/without-kinds.js';
import { LIST_REFUSALS, REFERENCE_REFUSALS } from './discovery-answers.js';
import { pageOf, searchTextOf, type SearchQuery, regionOf, type RegionQuery } from './discovery-query.js';
import type { TitlesPageDocument, GenresDocument, LanguageDocument, WatchProvidersDocument } from './titles.view.js';

/** A search is never cut to English: who names a title wants it. */
@MayBeKept()
@Controller('api')
export class SearchController {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly catalog: CatalogMetadataService,
  ) {}

  /** Search films, series and people by name. */
  @Get('search')
  @RequirePermission('media:discover')
  @KidsPage('named')
  @MixesKinds(pageWithoutKinds)
  @Answers(LIST_REFUSALS)
  async search(@Query() { query, page }: UnvalidatedQuery<SearchQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.films.searchMulti(searchTextOf(query), pageOf(page));
  }

  /** Search keywords by name, with the ids that filters take. */
  @Get('search/keyword')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async keywords(@Query() { query, page }: UnvalidatedQuery<SearchQuery>): Promise<RawJson> {
    return this.films.searchTerms('keyword', searchTextOf(query), pageOf(page));
  }

  /** Search companies by name, with the ids that filters take. */
  @Get('search/company')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async companies(@Query() { query, page }: UnvalidatedQuery<SearchQuery>): Promise<RawJson> {
    return this.films.searchTerms('company', searchTextOf(query), pageOf(page));
  }

  /** List the genres of films. */
  @Get('genres/movie')
  @RequirePermission('media:discover')
  @KidsGenres('movie')
  @Answers(LIST_REFUSALS)
  movieGenres(): Promise<RawJsonOf<GenresDocument>> {
    return this.catalog.genres('movie');
  }

  /** List the genres of series. */
  @Get('genres/tv')
  @RequirePermission('media:discover')
  @KidsGenres('tv')
  @Answers(LIST_REFUSALS)
  seriesGenres(): Promise<RawJsonOf<GenresDocument>> {
    return this.catalog.genres('tv');
  }

  /** List who streams films in a region. */
  @Get('providers/movie')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async movieProviders(@Query() { region }: UnvalidatedQuery<RegionQuery>): Promise<RawJsonOf<WatchProvidersDocument>> {
    return this.catalog.watchProviders('movie', regionOf(region));
  }

  /** List who streams series in a region. */
  @Get('providers/tv')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async seriesProviders(
    @Query() { region }: UnvalidatedQuery<RegionQuery>,
  ): Promise<RawJsonOf<WatchProvidersDocument>> {
    return this.catalog.watchProviders('tv', regionOf(region));
  }

  /** List the regions in which somebody streams. */
  @Get('providers/regions')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  regions(): Promise<RawJson> {
    return this.catalog.watchRegions();
  }

  /** List the languages of titles. */
  @Get('languages')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  languages(): Promise<RawJsonOf<readonly LanguageDocument[]>> {
    return this.catalog.languages();
  }
}
