import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { idToLookFor } from '../../../core/database/row-id.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { RequestForgotten } from '../requests.events.js';
import type { MediaType } from '../saved/request-row.entity.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';

/**
 * Forgets requests: they are gone for the requester and may be asked for again, and the history keeps them. What can be
 * cancelled is. Source: doc 2 section 4, compatibility rules.
 */
@Injectable()
export class ForgetRequestsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly transitions: RequestTransitionsService,
  ) {}

  /**
   * Forgets a request.
   *
   * @returns false when there is none of this id, or it was forgotten before
   * @throws AppError 401 and 403 when they may not any more, 409 while its delivery is under way; nothing has changed then
   */
  async one(by: Privileged, requestId: number): Promise<boolean> {
    const forgotten = await privilegedWrite(this.database, by, async (tx) => {
      const request = await this.saved.remembered(tx, idToLookFor(requestId));
      if (!request) return null;
      return this.transitions.forgotten(tx, [request.id], this.clock.now());
    });
    if (forgotten) await this.tell([requestId], forgotten);
    return forgotten !== null;
  }

  /**
   * Forgets every account's requests for a title, in one write. There need not be any.
   *
   * @throws AppError 401 and 403 when they may not any more, 409 while the delivery of one of them is under way; none is forgotten then
   */
  async ofTitle(by: Privileged, mediaType: MediaType, tmdbId: number): Promise<void> {
    const { ids, refunded } = await privilegedWrite(this.database, by, async (tx) => {
      const ids = await this.saved.idsOfTitle(tx, mediaType, idToLookFor(tmdbId));
      return { ids, refunded: await this.transitions.forgotten(tx, ids, this.clock.now()) };
    });
    await this.tell(ids, refunded);
  }

  private async tell(requestIds: readonly number[], refunded: readonly number[]): Promise<void> {
    for (const id of requestIds) await this.events.publish(new RequestForgotten(id));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }
}
