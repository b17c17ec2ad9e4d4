import { Injectable } from '@nestjs/common';
import {
  SeriesFactsService,
  seriesNotFound,
  TvMatchesService,
  tvMatchRefused,
  type TvMatch,
} from '../../series-matching/series-matching.public.js';
import type { ListedSeason } from './season-selection.js';

/** A match that names a series of the library's catalog and may be used. */
export interface ResolvedMatch extends TvMatch {
  readonly tvdbId: number;
}

/** What has to be known of a series before any of it can be asked for. */
export interface ResolvedSeries {
  readonly title: string;
  /** All that the provider lists, specials among them. */
  readonly listed: readonly ListedSeason[];
  readonly match: ResolvedMatch;
}

/** What is a series called, which seasons has it, and which series of a library's catalog is it? */
@Injectable()
export class SeriesResolverService {
  constructor(
    private readonly facts: SeriesFactsService,
    private readonly matches: TvMatchesService,
  ) {}

  /**
   * Not inside a transaction: others are asked.
   *
   * @throws AppError 404 when the provider affirms that there is no such series; 502 and 503 as
   *   {@link SeriesFactsService.find}; as {@link match} besides
   */
  async resolve(tmdbId: number, instanceId: string): Promise<ResolvedSeries> {
    const series = await this.facts.find(tmdbId);
    if (!series) throw seriesNotFound();
    return { title: series.title, listed: series.seasons, match: await this.match(tmdbId, instanceId) };
  }

  /**
   * The match that holds now.
   *
   * @throws AppError 409 with its code when it is paused, ambiguous or without a target; else as
   *   {@link TvMatchesService.match}
   */
  async match(tmdbId: number, instanceId: string): Promise<ResolvedMatch> {
    const match = await this.matches.match(tmdbId, instanceId);
    const { state, problem, tvdbId } = match;
    if (state === 'resolved' && tvdbId !== null) return { ...match, tvdbId };
    throw tvMatchRefused(problem ?? 'tv_target_missing');
  }
}
