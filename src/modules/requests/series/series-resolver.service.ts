import { Injectable } from '@nestjs/common';
import { SeriesLibraryService } from '../../library/library.public.js';
import {
  DoubtedMatchesService,
  SeriesFactsService,
  seriesNotFound,
  TvMatchesService,
  tvMatchRefused,
  type TvMatch,
} from '../../series-matching/series-matching.public.js';
import type { ListedSeason } from './season-selection.js';

/** A usable match with a series of the library's catalog. */
export interface ResolvedMatch extends TvMatch {
  readonly tvdbId: number;
}

/** The facts that a request for a series needs. */
export interface ResolvedSeries {
  readonly title: string;
  /** All seasons that the provider lists, including specials. */
  readonly listed: readonly ListedSeason[];
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
   *   SeriesFactsService.find}; else as {@link match}, also for a match whose seasons differ by what is known of the library without
   *   asking it
   */
  async resolve(tmdbId: number, instanceId: string): Promise<ResolvedSeries> {
    const series = await this.facts.find(tmdbId);
    if (!series) throw seriesNotFound();
    const found = await this.match(tmdbId, instanceId);
    const match = await this.doubts.judge(found, series, this.library.airedSeasons(instanceId, found.tvdbId));
    return { title: series.title, listed: series.seasons, match: usable(match) };
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
