import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { DispatchesRepository, type ClaimedJob } from '../jobs/dispatches.repository.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { DeliveryAccessService, type JudgedLimits } from './delivery-access.service.js';
import { DeliveryStop, LeaseLost, type DeliveryOutcome } from './delivery-outcome.js';
import { MATCH_CHANGED, MATCH_PAUSED } from './judge-match.js';
import type { BegunChange } from './plan-film-delivery.js';

/**
 * Stops a delivery unless its requester may use the library and see the title, the match of its series is unchanged,
 * and this worker holds the job.
 */
@Injectable()
export class DeliveryGateService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly access: DeliveryAccessService,
    private readonly matches: TvMatchesService,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
  ) {}

  /**
   * Judges the delivery before the library is read, and between two changes to it.
   *
   * @throws DeliveryStop when the requester or the library has been removed, the requester may not use the library, the
   *   title is outside the limits of a kids account, or the match of the series is no longer valid
   * @throws AppError 503 or 502 when the limits can't be judged
   * @throws LeaseLost when this worker no longer holds the job
   */
  async recheck(job: ClaimedJob): Promise<void> {
    const limits = await this.access.judgeLimits(job);
    const refusal = await this.database.read(async (tx) => {
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      return this.refusal(tx, job, limits);
    });
    if (refusal) throw new DeliveryStop(refusal);
  }

  /**
   * Commits the started marker immediately before a change to the library: from then on the request's charges for the
   * change are not refunded. Everything is judged again in the same transaction: a grant that is removed before the
   * marker stops the delivery, one removed afterwards doesn't. The lease is renewed with it.
   *
   * @param units keys of the units that the change is for; all units of the request when left out
   * @throws DeliveryStop as {@link recheck}
   * @throws LeaseLost as {@link recheck}
   */
  async start(job: ClaimedJob, change: BegunChange, units?: readonly string[]): Promise<void> {
    const limits = await this.access.judgeLimits(job);
    const refusal = await this.database.write(async (tx) => {
      const now = this.clock.now();
      const row = await this.dispatches.held(tx, job);
      if (!row) throw new LeaseLost();
      const reason = await this.refusal(tx, job, limits);
      if (reason) return reason;
      await this.transitions.started(tx, row, { change, units }, now);
      return null;
    });
    if (refusal) throw new DeliveryStop(refusal);
  }

  /**
   * Removes the record of a change that was certainly not made. The started marker stays.
   *
   * @throws LeaseLost when this worker no longer holds the job
   */
  async retract(job: ClaimedJob): Promise<void> {
    await this.database.write(async (tx) => {
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      await this.dispatches.change(tx, job.requestId, { mutation: null, searchMark: null });
    });
  }

  private async refusal(tx: ReadTx, job: ClaimedJob, limits: JudgedLimits): Promise<DeliveryOutcome | null> {
    const refused = (await this.access.refusal(tx, job)) ?? (await this.access.limitRefusal(tx, job.userId, limits));
    if (refused || job.mediaType === 'movie') return refused;
    const verdict = await this.matches.compare(tx, job.tmdbId, job.matchRevision);
    return { unchanged: null, changed: MATCH_CHANGED, paused: MATCH_PAUSED }[verdict];
  }
}
