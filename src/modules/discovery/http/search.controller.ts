import { Controller, Get, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { RawJson, RawJsonOf } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { FilmMetadataService } from '../../metadata/metadata.public.js';
import { KidsPage } from '../kids/kids-cut.decorators.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { pageWithoutKinds } from '../preferences/without-kinds.js';
import { LIST_REFUSALS, REFERENCE_REFUSALS } from './discovery-answers.js';
import { pageOf, searchTextOf, type SearchQuery } from './discovery-query.js';
import type { TitlesPageDocument } from './titles.view.js';

/** Finding by name. Never cut to English: who names a title wants it. Source: doc 2 §4 Movies and TV, English-only. */
@MayBeKept()
@Controller('api/search')
export class SearchController {
  constructor(private readonly films: FilmMetadataService) {}

  /** Search films, series and people by name. */
  @Get()
  @RequirePermission('media:discover')
  @KidsPage('named')
  @MixesKinds(pageWithoutKinds)
  @Answers(LIST_REFUSALS)
  async search(@Query() { query, page }: UnvalidatedQuery<SearchQuery>): Promise<RawJsonOf<TitlesPageDocument>> {
    return this.films.searchMulti(searchTextOf(query), pageOf(page));
  }

  /** Search keywords by name, with the ids that filters take. */
  @Get('keyword')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async keywords(@Query() { query, page }: UnvalidatedQuery<SearchQuery>): Promise<RawJson> {
    return this.films.searchTerms('keyword', searchTextOf(query), pageOf(page));
  }

  /** Search companies by name, with the ids that filters take. */
  @Get('company')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers(REFERENCE_REFUSALS)
  async companies(@Query() { query, page }: UnvalidatedQuery<SearchQuery>): Promise<RawJson> {
    return this.films.searchTerms('company', searchTextOf(query), pageOf(page));
  }
}
