import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { retiredAction, unknownRequest } from '../requests.errors.js';
import { RequestUpdated } from '../requests.events.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { RequestStatusService } from '../status/request-status.service.js';
import type { TrackedRequest } from '../status/tracked-request.js';
import { mayCancel, mayRetry, mayWait } from '../transitions/delivery-actions.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';

/** What a member may choose for the delivery of a request. Source: doc 4 section 1.7. */
export type DeliveryAction = 'retry' | 'cancel' | 'confirm';

/** Retries and withdraws deliveries, for the requester and for administrators. Source: doc 4 section 1.7. */
@Injectable()
export class DeliveryActionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly status: RequestStatusService,
    private readonly limits: RequesterLimitsService,
  ) {}

  /**
   * Does what the caller chose for a delivery.
   *
   * @returns the request as it is saved then; null where a kids account withdrew it, because its title may be outside the
   *   account's limits
   * @throws AppError 410 for `confirm`, an action of a retired catalog; 404 "not available" when a kids account retries
   *   the delivery of a title outside its limits; else as {@link retry} and {@link cancel}
   */
  async act(caller: Caller, requestId: number, action: DeliveryAction): Promise<TrackedRequest | null> {
    switch (action) {
      case 'confirm':
        throw retiredAction();
      case 'retry':
        await this.requireShown(caller, requestId);
        await this.retry(caller, requestId);
        return this.status.afterAction(requestId);
      case 'cancel':
        await this.cancel(caller, requestId);
        return caller.kids ? null : this.status.afterAction(requestId);
    }
  }

  /**
   * Gives a delivery that waits or has stopped a fresh start.
   *
   * @throws AppError 400 for an unknown request, another's, or one that isn't waiting. Source: doc 4 section 1.7
   */
  async retry(caller: Caller, requestId: number): Promise<void> {
    await this.database.write(async (tx) => {
      const state = await this.waitingState(tx, caller, requestId);
      if (!mayRetry(state)) throw badRequest('this delivery can not be retried');
      await this.transitions.retried(tx, [requestId], this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  /**
   * Withdraws a request whose delivery has not ended and isn't under way. What it has spent comes back, unless its
   * delivery had begun with the library.
   *
   * @throws AppError 400 as {@link retry}
   */
  async cancel(caller: Caller, requestId: number): Promise<void> {
    const refunded = await this.database.write(async (tx) => {
      const state = await this.waitingState(tx, caller, requestId);
      if (!mayCancel(state)) throw badRequest('this request can not be cancelled');
      return this.transitions.withdrawn(tx, requestId, this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  /**
   * Lets a title that the library manager took in and could not finish wait for the manager again, from its first
   * attempt on. Nothing but an import can be helped this way.
   *
   * @throws AppError 400 for an unknown request, and for one that stopped for another reason; 401 and 403 when they may
   *   not any more. Source: doc 4 section 1.8
   */
  async wait(admin: Privileged, requestId: number): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) => {
      const delivery = await this.dispatches.ofRequest(tx, requestId);
      if (!delivery) throw unknownRequest();
      if (!mayWait(delivery)) throw badRequest('only a failed import can be put back to waiting');
      await this.transitions.putBackToWaiting(tx, requestId, this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  /** Withdraws, inside the write of a removed account, what of its requests may be withdrawn; the rest is history. */
  async withdrawAllOf(tx: WriteTx, userId: number): Promise<void> {
    for (const request of await this.saved.openOfAccount(tx, userId)) {
      const delivery = await this.dispatches.ofRequest(tx, request.id);
      if (delivery && mayCancel(delivery.state)) await this.transitions.withdrawn(tx, request.id, this.clock.now());
    }
  }

  /** @throws AppError 404 "not available" for a title outside a kids account's limits */
  private async requireShown(caller: Caller, requestId: number): Promise<void> {
    if (!caller.kids) return;
    const { request } = await this.status.afterAction(requestId);
    // The action itself refuses another account's request like an unknown one.
    if (request.userId === caller.userId) await this.limits.require(caller, request);
  }

  /** The state of a delivery that the caller may act on and that no worker is delivering. */
  private async waitingState(tx: WriteTx, caller: Caller, requestId: number): Promise<DispatchState> {
    const request = await this.saved.remembered(tx, requestId);
    const isTheirs = request?.userId === caller.userId || caller.role === 'admin';
    const delivery = isTheirs ? await this.dispatches.ofRequest(tx, requestId) : null;
    if (!delivery) throw unknownRequest();
    if (delivery.state === 'processing') throw badRequest('delivery in progress');
    return delivery.state;
  }
}
