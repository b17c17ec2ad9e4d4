import { Controller, Get, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { RawJson, RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { ReferenceListsService } from '../../metadata/metadata.public.js';
import { KidsGenres } from '../kids/kids-cut.decorators.js';
import { LIST_REFUSALS, REFERENCE_REFUSALS } from './discovery-answers.js';
import { regionOf, type RegionQuery } from './discovery-query.js';
import type { GenresDocument, LanguageDocument, WatchProvidersDocument } from './references.view.js';

/** The provider's vocabulary, which a browse is asked in. Source: doc 2 §4 Movies and TV, doc 4 §3.1. */
@MayBeKept()
@Controller('api')
export class ReferencesController {
  constructor(private readonly lists: ReferenceListsService) {}

  /** List the genres of films. */
  @Get('genres/movie')
  @RequirePermission('media:discover')
  @KidsGenres('movie')
  @Answers(LIST_REFUSALS)
  movieGenres(): Promise<RawJsonOf<GenresDocument>> {
    return this.lists.genres('movie');
  }

  /** List the genres of series. */
  @Get('genres/tv')
  @RequirePermission('media:discover')
  @KidsGenres('tv')
  @Answers(LIST_REFUSALS)
  seriesGenres(): Promise<RawJsonOf<GenresDocument>> {
    return this.lists.genres('tv');
  }

  /** List who streams films in a region. */
  @Get('providers/movie')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async movieProviders(@Query() { region }: UnvalidatedQuery<RegionQuery>): Promise<RawJsonOf<WatchProvidersDocument>> {
    return this.lists.watchProviders('movie', regionOf(region));
  }

  /** List who streams series in a region. */
  @Get('providers/tv')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async seriesProviders(
    @Query() { region }: UnvalidatedQuery<RegionQuery>,
  ): Promise<RawJsonOf<WatchProvidersDocument>> {
    return this.lists.watchProviders('tv', regionOf(region));
  }

  /** List the regions in which somebody streams. */
  @Get('providers/regions')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  regions(): Promise<RawJson> {
    return this.lists.watchRegions();
  }

  /** List the languages of titles. */
  @Get('languages')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  languages(): Promise<RawJsonOf<readonly LanguageDocument[]>> {
    return this.lists.languages();
  }
}
