import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { DeliveryWorkerJob } from '../delivery/delivery-worker.job.js';
import type { DispatchRow } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { retiredAction, unknownRequest } from '../requests.errors.js';
import { RequestUpdated } from '../requests.events.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { TrackedRequest } from '../kinds/request-status.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { mayCancel, mayRetry, mayWait } from '../transitions/delivery-actions.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';

/** What a person may ask of a delivery; `confirm` belongs to a retired catalog. */
export type DeliveryAction = 'retry' | 'cancel' | 'confirm';

/** Retries and cancels deliveries, for requesters and administrators. Source: doc 4 section 1.7. */
@Injectable()
export class DeliveryActionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly limits: RequesterLimitsService,
    private readonly status: RequestStatusService,
    private readonly worker: DeliveryWorkerJob,
  ) {}

  /**
   * Retries or cancels a delivery, and wakes the worker. A kids account may not retry a title outside its limits; it may
   * cancel one, and learns nothing else about it.
   *
   * @returns the request as saved; null after a kids account has cancelled
   * @throws AppError 410 for an action of a retired catalog; 400 for an unknown request, another account's, or one whose
   *   delivery the action doesn't fit; 404 "not available" for a title outside a kids account's limits. Source: doc 4
   *   section 1.7
   */
  async act(caller: Caller, requestId: number, action: DeliveryAction): Promise<TrackedRequest | null> {
    if (action === 'confirm') throw retiredAction();
    if (action === 'retry') {
      await this.requireShown(caller, requestId);
      await this.retry(caller, requestId);
    } else await this.cancel(caller, requestId);
    this.worker.wake();
    const request = await this.status.afterAction(requestId);
    return caller.kids && action === 'cancel' ? null : request;
  }

  /** Starts a waiting or stopped delivery again from its first attempt. */
  private async retry(caller: Caller, requestId: number): Promise<void> {
    await this.database.write(async (tx) => {
      const deliveries = await this.idle(tx, caller, requestId);
      const again = deliveries.filter(({ state }) => mayRetry(state));
      if (again.length === 0) throw badRequest('this delivery can not be retried');
      await this.transitions.retried(tx, again, this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  /**
   * Withdraws a request whose delivery has not ended and isn't under way. Refunds it unless its delivery has begun to
   * change the library.
   */
  private async cancel(caller: Caller, requestId: number): Promise<void> {
    const refunded = await this.database.write(async (tx) => {
      const deliveries = await this.idle(tx, caller, requestId);
      if (!deliveries.some(({ state }) => mayCancel(state))) throw badRequest('this request can not be cancelled');
      return this.transitions.withdrawn(tx, requestId, this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  /**
   * Puts a title whose import the library manager could not finish back to waiting, from its first attempt on. Other
   * deliveries can't be put back.
   *
   * @throws AppError 400 for an unknown request, and for one that stopped for another reason; 401 and 403 when the
   *   administrator has lost the right. Source: doc 4 section 1.8
   */
  async wait(admin: Privileged, requestId: number): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) => {
      const deliveries = await this.dispatches.ofRequest(tx, requestId);
      if (deliveries.length === 0) throw unknownRequest();
      const failed = deliveries.filter(mayWait);
      if (failed.length === 0) throw badRequest('only a failed import can be put back to waiting');
      await this.transitions.putBackToWaiting(tx, failed, this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  /** @throws AppError 404 "not available" for a title outside a kids account's limits */
  private async requireShown(caller: Caller, requestId: number): Promise<void> {
    if (!caller.kids) return;
    const { request } = await this.status.afterAction(requestId);
    // Another account's request is refused by the action itself, in the same way as an unknown one.
    if (request.userId === caller.userId) await this.limits.require(caller, request);
  }

  /**
   * The deliveries of a request that the caller may act on and that no worker has claimed.
   *
   * @throws AppError 400 otherwise
   */
  private async idle(tx: WriteTx, caller: Caller, requestId: number): Promise<readonly DispatchRow[]> {
    const request = await this.saved.remembered(tx, requestId);
    const isTheirs = request?.userId === caller.userId || caller.role === 'admin';
    const deliveries = isTheirs ? await this.dispatches.ofRequest(tx, requestId) : [];
    if (deliveries.length === 0) throw unknownRequest();
    if (deliveries.some(({ state }) => state === 'processing')) throw badRequest('delivery in progress');
    return deliveries;
  }
}
