import { Injectable } from '@nestjs/common';
import { SeriesLibraryService } from '../../library/library.public.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import {
  DoubtedMatchesService,
  SeriesFactsService,
  seriesNotFound,
  TvMatchesService,
  tvMatchRefused,
  type TvMatch,
} from '../../series-matching/series-matching.public.js';

/** A usable match with a series of the library's catalog. */
export interface ResolvedMatch extends TvMatch {
  readonly tvdbId: number;
}

/** What a request for a series needs. */
export interface ResolvedSeries {
  /** What the provider says of it, all seasons that it lists included, and specials. */
  readonly facts: SeriesSummary;
  readonly match: ResolvedMatch;
}

/** Finds the title, the seasons and the match of a series. */
@Injectable()
export class SeriesResolverService {
  constructor(
    private readonly facts: SeriesFactsService,
    private readonly matches: TvMatchesService,
    private readonly library: SeriesLibraryService,
    private readonly doubts: DoubtedMatchesService,
  ) {}

  /**
   * Asks the metadata provider and the library's manager, so it must not be called inside a transaction.
   *
   * @throws AppError 404 when the provider affirms that there is no such series; 502 and 503 as {@link
   *   SeriesFactsService.find}; else as {@link match}
   */
  async resolve(tmdbId: number, instanceId: string): Promise<ResolvedSeries> {
    const facts = await this.facts.find(tmdbId);
    if (!facts) throw seriesNotFound();
    return { facts, match: await this.match(tmdbId, instanceId) };
  }

  /**
   * Judges by what is in memory of the library whether its seasons are those of the provider. To be called once the library has been
   * read as far as it will be, before anything is concluded from its seasons. Not inside a transaction.
   *
   * @throws AppError 409 `tv_match_ambiguous` where both count them differently
   */
  async assertAlike({ facts, match }: ResolvedSeries, instanceId: string): Promise<void> {
    usable(await this.doubts.judge(match, facts, this.library.airedSeasons(instanceId, match.tvdbId)));
  }

  /**
   * The current match.
   *
   * @throws AppError 409 with its code when it is paused, ambiguous or without a target; else as {@link
   *   TvMatchesService.match}
   */
  async match(tmdbId: number, instanceId: string): Promise<ResolvedMatch> {
    return usable(await this.matches.match(tmdbId, instanceId));
  }
}

function usable(match: TvMatch): ResolvedMatch {
  const { state, problem, tvdbId } = match;
  if (state === 'resolved' && tvdbId !== null) return { ...match, tvdbId };
  throw tvMatchRefused(problem ?? 'tv_target_missing');
}
