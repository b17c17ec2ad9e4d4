import { Injectable } from '@nestjs/common';
import { DeliveryGateService } from './delivery-gate.service.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import { DeliveryStepsService } from './delivery-steps.service.js';
import type { OwedSearch, SeriesChange } from './plan-series-delivery.js';
import { SeasonSearchesService } from './season-searches.service.js';
import { SeriesChangesService } from './series-changes.service.js';
import type { SeriesWork } from './series-work.js';

/** Turns seasons or a pilot of a series that its library has on, and searches for what is missing. */
@Injectable()
export class ExtendSeriesService {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly changes: SeriesChangesService,
    private readonly searches: SeasonSearchesService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Makes the change, one call after the other; between two of them everything is judged again.
   *
   * @throws DeliveryStop when access or the match is gone
   * @throws UpstreamError when the manager failed
   */
  async extend(work: SeriesWork, change: SeriesChange): Promise<DeliveryOutcome> {
    const { flags, episodeIds, searches, seasons } = change;
    const calls = [
      ...(flags === null ? [] : [() => this.monitorSeasons(work, change.seriesId, flags)]),
      ...(episodeIds.length === 0 ? [] : [() => this.monitorEpisodes(work, episodeIds)]),
      ...searches.map((search) => () => this.search(work, change.seriesId, search)),
    ];
    await this.changes.make(work, { mutation: 'monitor_and_search', seasons }, async () => {
      for (const [place, call] of calls.entries()) {
        if (place > 0) await this.gate.recheck(work.job);
        await call();
      }
    });
    return { state: 'complete', status: 'requested' };
  }

  private async monitorSeasons(
    { job, manager, signal }: SeriesWork,
    seriesId: number,
    seasons: readonly number[],
  ): Promise<void> {
    await manager.setSeasonsMonitored(seriesId, seasons, signal);
    this.steps.passed('series_monitored', job.requestId);
  }

  private async monitorEpisodes({ job, manager, signal }: SeriesWork, episodeIds: readonly number[]): Promise<void> {
    await manager.setEpisodesMonitored(episodeIds, true, signal);
    this.steps.passed('episodes_monitored', job.requestId);
  }

  private async search({ job, manager, signal }: SeriesWork, seriesId: number, owed: OwedSearch): Promise<void> {
    await this.searches.note(job, owed);
    this.steps.passed('search_noted', job.requestId);
    if (owed.episodeId === null) await manager.searchSeason(seriesId, owed.season, signal);
    else await manager.searchEpisodes([owed.episodeId], signal);
    this.steps.passed('search_sent', job.requestId);
    await this.searches.settle(job, owed.season);
    this.steps.passed('search_settled', job.requestId);
  }
}
