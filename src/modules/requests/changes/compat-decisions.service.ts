import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { idToLookFor } from '../../../core/database/portable-columns.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { type Decider, RequestDecisionService } from '../actions/request-decision.service.js';
import { DELIVERY_JOB } from '../delivery/delivery-worker.job.js';
import { requestNotFound } from '../requests.errors.js';
import { RequestForgotten } from '../requests.events.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';

/** For other tools. The rights of the administrator and of the credential are judged again in the transaction that writes. */
@Injectable()
export class CompatDecisionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly decisions: RequestDecisionService,
    private readonly transitions: RequestTransitionsService,
    private readonly jobs: JobRunner,
  ) {}

  /** @throws AppError 404 for an unknown or forgotten request; else as {@link RequestDecisionService.approve} */
  async approve(admin: Decider, requestId: number): Promise<void> {
    await this.decisions.approve(admin, await this.requireRemembered(requestId), {});
    this.jobs.wake(DELIVERY_JOB);
  }

  /** @throws AppError 404 for an unknown or forgotten request; else as {@link RequestDecisionService.deny} */
  async decline(admin: Decider, requestId: number): Promise<void> {
    await this.decisions.deny(admin, await this.requireRemembered(requestId), '');
  }

  /**
   * Only the history keeps it, and its title may be requested again. Withdrawn where possible, refunded unless its
   * delivery has begun.
   * @returns false when unknown or already forgotten.
   * @throws AppError 401 and 403 for the administrator; 409 while its delivery is under way
   */
  async forget(admin: Privileged, requestId: number): Promise<boolean> {
    const refunded = await privilegedWrite(this.database, admin, async (tx) => {
      const request = await this.saved.remembered(tx, idToLookFor(requestId));
      if (!request) return null;
      return this.transitions.forget(tx, [request.id], this.clock.now());
    });
    if (refunded) await this.publish([requestId], refunded);
    return refunded !== null;
  }

  /** Forgets all accounts' requests for a title, or none. @throws AppError as {@link forget} */
  async forgetTitle(admin: Privileged, mediaType: TitleKind, tmdbId: number): Promise<void> {
    const { ids, refunded } = await privilegedWrite(this.database, admin, async (tx) => {
      const ids = await this.saved.idsOfWork(tx, { mediaType, key: String(tmdbId) });
      return { ids, refunded: await this.transitions.forget(tx, ids, this.clock.now()) };
    });
    await this.publish(ids, refunded);
  }

  private async publish(requestIds: readonly number[], refunded: readonly number[]): Promise<void> {
    for (const id of requestIds) await this.events.publish(new RequestForgotten(id));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  private async requireRemembered(requestId: number): Promise<number> {
    const request = await this.database.readOne((tx) => this.saved.remembered(tx, idToLookFor(requestId)));
    if (!request) throw requestNotFound();
    return request.id;
  }
}
