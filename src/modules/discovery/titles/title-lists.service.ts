import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Clock } from '../../../core/time/clock.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { FilmMetadataService, SeriesMetadataService, type TitleKind } from '../../metadata/metadata.public.js';
import { DiscoveryPreferencesService } from '../preferences/discovery-preferences.service.js';
import { type BrowseFilters, comingSoonFilters, limitsUpstream } from './browse-filters.js';
import { englishRows } from './english-rows.js';

const ENGLISH = 'en';

/**
 * In a browse the household's language and the limits of a kids account go along to the provider, which makes pages of their
 * own in what is kept; the kids interceptor judges the answer as any other. Methods throw AppError as the metadata does, and
 * 503 where preferences or limits can't be read; the provider isn't asked then.
 */
@Injectable()
export class TitleListsService {
  constructor(
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
    private readonly preferences: DiscoveryPreferencesService,
    private readonly limits: ContentLimitsService,
    private readonly clock: Clock,
  ) {}

  /** Filters that name a language are asked for as they are. */
  async browse(caller: Caller, kind: TitleKind, filters: BrowseFilters, page: number): Promise<RawJson> {
    const judge = caller.kids ? await this.limits.of(caller.userId) : null;
    const { englishOnly } = await this.preferences.read();
    const language: BrowseFilters = englishOnly ? { with_original_language: ENGLISH } : {};
    const asked: BrowseFilters = { ...language, ...filters, ...(judge && limitsUpstream(kind, judge.policy)) };
    return kind === 'movie' ? this.films.browseMovies(asked, page) : this.series.browseSeries(asked, page);
  }

  comingSoon(caller: Caller, kind: TitleKind, page: number): Promise<RawJson> {
    return this.browse(caller, kind, comingSoonFilters(kind, this.clock.now()), page);
  }

  /**
   * For a list that the provider makes without asking for a language; null where there is no list. What is kept stays whole, so
   * a changed preference counts at once.
   * @throws AppError 503 where the preference can't be read; else what `list` throws
   */
  async inHouseholdLanguage<T extends RawJson | null>(list: Promise<T>): Promise<RawJson | T> {
    const page = await list;
    if (page === null) return page;
    const { englishOnly } = await this.preferences.read();
    return englishOnly ? englishRows(page) : page;
  }
}
