import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { DeliveryAccess } from '../delivery/delivery-access.js';
import { alreadyDecided, requesterLacksAccess, unknownRequest } from '../requests.errors.js';
import { RequestDecided, RequestQuotaChanged } from '../requests.events.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { RequestTransitions, type Decision } from './request-transitions.js';

/** Approves and denies. The decision is stored before anything is delivered. Source: doc 4 section 1.9. */
@Injectable()
export class DecideRequest {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: SavedRequests,
    private readonly access: DeliveryAccess,
    private readonly transitions: RequestTransitions,
  ) {}

  /**
   * Approves a pending request and hands it to the worker.
   *
   * @param qualityProfileId the administrator's choice of profile; undefined keeps the stored one
   * @throws AppError 400 for an unknown or decided request; 403 when the requester lost access to the library
   */
  async approve(admin: Caller, requestId: number, qualityProfileId: number | undefined): Promise<void> {
    await this.database.write(async (tx) => {
      const request = await this.pending(tx, requestId);
      if (await this.access.refusal(tx, request)) throw requesterLacksAccess();
      await this.transitions.approved(tx, requestId, this.decisionOf(admin), qualityProfileId);
    });
    await this.events.publish(new RequestDecided(requestId));
  }

  /**
   * Denies a pending request, and gives back what it has spent.
   *
   * @param reason shown to the requester; may be empty
   * @throws AppError 400 for an unknown or decided request
   */
  async deny(admin: Caller, requestId: number, reason: string): Promise<void> {
    const refunded = await this.database.write(async (tx) => {
      await this.pending(tx, requestId);
      return this.transitions.denied(tx, requestId, this.decisionOf(admin), reason);
    });
    await this.events.publish(new RequestDecided(requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  private decisionOf(admin: Caller): Decision {
    return { adminId: admin.userId, at: this.clock.now() };
  }

  private async pending(tx: WriteTx, requestId: number): Promise<RequestRow> {
    const request = await this.saved.byId(tx, requestId);
    if (!request) throw unknownRequest();
    if (request.status !== 'pending') throw alreadyDecided();
    return request;
  }
}
