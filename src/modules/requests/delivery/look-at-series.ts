import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import { DeliverySteps } from './delivery-steps.js';
import { planSeriesDelivery, type SeriesDeliveryPlan, type SeriesInLibrary } from './plan-series-delivery.js';
import { SeasonSearches } from './season-searches.js';
import { orderOf, type SeriesWork } from './series-work.js';
import { latestSearch, missingOf, wantedEpisodes } from './wanted-episodes.js';

/** Reads what a library has of a series, and says what has to be done. */
@Injectable()
export class LookAtSeries {
  constructor(
    private readonly clock: Clock,
    private readonly searches: SeasonSearches,
    private readonly steps: DeliverySteps,
  ) {}

  /**
   * What has to be done now. Searches that earlier attempts had sent, and of which that is seen only now, are settled.
   *
   * @param mutation the latest change that was begun and may have been made
   * @throws UpstreamError when the library can't be read
   * @throws LeaseLost when another worker may have the job
   */
  async plan(work: SeriesWork, mutation: LibraryMutation | null): Promise<SeriesDeliveryPlan> {
    const { job } = work;
    const order = orderOf(work);
    const series = await read(work);
    const now = this.clock.now();
    const searched = await this.searches.carriedOut(job, (season) =>
      latestSearch(missingOf(wantedEpisodes(series?.episodes ?? [], season, order), now)),
    );
    this.steps.passed('library_read', job.requestId);
    return planSeriesDelivery(series, order, { mutation, searched }, now);
  }
}

async function read({ tvdbId, manager, signal }: SeriesWork): Promise<SeriesInLibrary | null> {
  const series = await manager.seriesByTvdbId(tvdbId, signal);
  if (!series) return null;
  return { ...series, episodes: series.beingAdded ? [] : await manager.episodes(series.id, signal) };
}
