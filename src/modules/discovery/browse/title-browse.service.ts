import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Clock } from '../../../core/time/clock.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { FilmMetadataService, SeriesMetadataService, type TitleKind } from '../../metadata/metadata.public.js';
import { DiscoveryPreferencesService } from '../preferences/discovery-preferences.service.js';
import type { BrowseFilters } from './browse-query.js';
import { comingSoonFilters } from './coming-soon.js';
import { limitsUpstream } from './limits-upstream.js';

const ENGLISH = 'en';

/**
 * Films and series by filters. The household's language and the limits of a kids account go along to the provider, which
 * makes pages of their own in what is kept. What the provider answers is for the kids interceptor to judge, as ever.
 *
 * Every method throws AppError as the metadata does, and 503 where preferences or limits can't be read; nothing is asked
 * of the provider then.
 */
@Injectable()
export class TitleBrowseService {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly preferences: DiscoveryPreferencesService,
    private readonly limits: ContentLimitsService,
    private readonly clock: Clock,
  ) {}

  /** A page of what fits the filters. One that names a language is asked for as it is. Source: doc 2 §4 English-only. */
  async page(caller: Caller, kind: TitleKind, filters: BrowseFilters, page: number): Promise<RawJson> {
    const judge = caller.kids ? await this.limits.of(caller.userId) : null;
    const { englishOnly } = await this.preferences.read();
    const language: BrowseFilters = englishOnly ? { with_original_language: ENGLISH } : {};
    const asked: BrowseFilters = { ...language, ...filters, ...(judge && limitsUpstream(kind, judge.policy)) };
    return kind === 'movie' ? this.films.browseMovies(asked, page) : this.series.browseSeries(asked, page);
  }

  /** A page of what comes in the next three months. */
  comingSoon(caller: Caller, kind: TitleKind, page: number): Promise<RawJson> {
    return this.page(caller, kind, comingSoonFilters(kind, this.clock.now()), page);
  }
}
