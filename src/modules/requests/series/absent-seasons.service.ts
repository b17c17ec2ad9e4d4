import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { QuotaService, RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, pickSeasons } from '../../series-matching/series-matching.public.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { DeliveryStop, LeaseLost, retryLater } from '../kinds/delivery-outcome.js';
import { DeliveryStepsService } from '../delivery/delivery-steps.service.js';
import { TARGET_MISSING } from './judge-match.js';
import { orderOf, sourcesOf, stopUnmapped, unitKeysOf, type SeriesWork } from './series-work.js';

/** Handles wanted seasons that a library's manager doesn't have. */
@Injectable()
export class AbsentSeasonsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly dispatches: DispatchesRepository,
    private readonly saved: RequestsRepository,
    private readonly allowances: QuotaService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Handles seasons that the library's record lacks. If the manager's metadata list one of them, the manager is asked
   * to refresh the series and the delivery is tried again later; else as {@link fromCatalog}.
   *
   * @throws DeliveryStop with `tv_metadata_refresh`, `tv_target_missing`, or as {@link fromCatalog}
   */
  async fromRecord(
    work: SeriesWork,
    { seriesId, seasons }: { readonly seriesId: number; readonly seasons: readonly number[] },
  ): Promise<SeriesWork> {
    const { job, tvdbId, manager, signal } = work;
    const found = await manager.lookupByTvdbId(tvdbId, signal);
    if (!found) throw new DeliveryStop(TARGET_MISSING);
    if (seasons.some((season) => found.seasonNumbers.includes(season))) {
      await manager.refreshSeries(seriesId, signal);
      this.steps.passed('refresh_sent', job.requestId);
      throw new DeliveryStop(REFRESHING);
    }
    return this.without(work, seasons);
  }

  /**
   * The work, limited to the seasons that the manager's metadata list. A request for all seasons gives up the unknown
   * ones and is refunded for them.
   *
   * @param known the seasons that the manager's metadata list
   * @throws DeliveryStop with `tv_seasons_unmapped` when a specific season was requested, or none is left
   */
  async fromCatalog(work: SeriesWork, known: readonly number[]): Promise<SeriesWork> {
    const unknown = orderOf(work).seasons.filter((season) => !known.includes(season));
    return unknown.length === 0 ? work : this.without(work, unknown);
  }

  private async without(work: SeriesWork, unknown: readonly number[]): Promise<SeriesWork> {
    const { job, map } = work;
    const gone = sourcesOf(work, unknown);
    const left = pickSeasons(
      map,
      [...map.keys()].filter((source) => !gone.includes(source)),
    );
    if (job.seasonScope !== 'all' || left.size === 0) throw stopUnmapped(gone);
    const refunded = await this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      await this.saved.change(tx, job.requestId, { seasonMap: encodeSeasonMap(left) });
      const keys = unitKeysOf(work, unknown);
      return this.allowances.release(tx, job.requestId, { reason: 'no_op', keys }, now);
    });
    this.steps.passed('seasons_narrowed', job.requestId);
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
    return { ...work, map: left };
  }
}

const REFRESHING = retryLater(
  'tv_metadata_refresh',
  'The library manager has yet to learn of a season; it refreshes its metadata now.',
);
