import { Injectable } from '@nestjs/common';
import { badRequest } from '../../../core/errors/app-error.js';
import { regularSeasons, SeriesFactsService } from '../catalog/series-facts.service.js';
import { TvCatalogService } from '../catalog/tv-catalog.service.js';
import { seriesNotFound } from '../series-matching.errors.js';
import { tvMatchRefused } from '../series-matching.errors.js';
import { judgeOverride } from './judge-override.js';
import type { CustomOverride } from './override-input.js';

/** Does what an administrator names as a target exist? */
@Injectable()
export class CustomTargetsService {
  constructor(
    private readonly facts: SeriesFactsService,
    private readonly catalog: TvCatalogService,
  ) {}

  /**
   * Passes when the provider knows the seasons that are mapped, and the library's manager the series and seasons they
   * are mapped to. Not inside a transaction.
   *
   * @param instanceId the library that is asked; null when there is none
   * @throws AppError 400 without a library, and for a season that the provider doesn't know; 404 for an unknown series; 409
   *   `tv_target_missing` or `tv_seasons_unmapped` for a target that the manager doesn't know; 503 when one of the two
   *   can't be asked
   */
  async check(tmdbId: number, { tvdbId, seasons }: CustomOverride, instanceId: string | null): Promise<void> {
    if (instanceId === null) throw badRequest('there is no library to look for the series in');
    const series = await this.facts.find(tmdbId);
    if (!series) throw seriesNotFound();
    const target = await this.catalog.series(instanceId, tvdbId);
    if (!target) throw tvMatchRefused('tv_target_missing');
    const judged = judgeOverride(seasons, { sources: regularSeasons(series), targets: target.seasons });
    if (judged.verdict === 'unknown_sources') throw badRequest(`the series has no season ${judged.seasons.join(', ')}`);
    if (judged.verdict === 'unknown_targets') {
      throw tvMatchRefused('tv_seasons_unmapped', { seasons: judged.seasons });
    }
  }
}
