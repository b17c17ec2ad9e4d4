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
import { unknownRequest } from '../requests.errors.js';
import { RequestUpdated } from '../requests.events.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { mayCancel, mayRetry, mayWait } from '../transitions/delivery-actions.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';

/** Retries and withdraws deliveries, for the one who asked and for administrators. Source: doc 4 section 1.7. */
@Injectable()
export class DeliveryActionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
  ) {}

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

  /** Where a delivery is that the caller may act on, and that no worker is at. */
  private async waitingState(tx: WriteTx, caller: Caller, requestId: number): Promise<DispatchState> {
    const request = await this.saved.remembered(tx, requestId);
    const isTheirs = request?.userId === caller.userId || caller.role === 'admin';
    const delivery = isTheirs ? await this.dispatches.ofRequest(tx, requestId) : null;
    if (!delivery) throw unknownRequest();
    if (delivery.state === 'processing') throw badRequest('delivery in progress');
    return delivery.state;
  }
}
