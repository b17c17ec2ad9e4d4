import { Injectable } from '@nestjs/common';
import type { Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { idToLookFor } from '../../../core/database/row-id.js';
import { RequestDecisionService, type Decider } from '../decisions/request-decision.service.js';
import { ForgetRequestsService } from '../decisions/forget-requests.service.js';
import { DeliveryWorkerJob } from '../delivery/delivery-worker.job.js';
import { requestNotFound } from '../requests.errors.js';
import type { MediaType } from '../saved/request-row.entity.js';
import { RequestsRepository } from '../saved/requests.repository.js';

/**
 * What the reader of a ledger may do about its requests: decide them, and forget them. Whether whoever asks for it is an
 * administrator still, and what they came with holds, is judged in the very write: nothing happens where it isn't so.
 */
@Injectable()
export class CompatDecisionsService {
  constructor(
    private readonly database: Database,
    private readonly saved: RequestsRepository,
    private readonly decisions: RequestDecisionService,
    private readonly forgetting: ForgetRequestsService,
    private readonly worker: DeliveryWorkerJob,
  ) {}

  /**
   * Approves a pending request as it was asked for, and hands it to the worker.
   *
   * @throws AppError 403 when they may not any more, 404 for an unknown or forgotten request; else as
   *   {@link RequestDecisionService.approve}: 400 for one that was decided already and for a title outside a kids account's limits,
   *   403 when the requester lost the library, 409 when the series is matched otherwise now, 502 and 503 when that can't be
   *   told
   */
  async approve(admin: Decider, requestId: number): Promise<void> {
    await this.decisions.approve(admin, await this.remembered(requestId), {});
    this.worker.wake();
  }

  /**
   * Denies a pending request without a reason, and gives back what it has spent.
   *
   * @throws AppError 403 when they may not any more, 404 for an unknown or forgotten request, 400 for one that was
   *   decided already
   */
  async decline(admin: Decider, requestId: number): Promise<void> {
    await this.decisions.deny(admin, await this.remembered(requestId), '');
  }

  /**
   * Forgets a request for the requester, and for the ledger. What it has spent comes back, unless its delivery had begun
   * with the library.
   *
   * @returns false when there is none of this id, or it was forgotten before
   * @throws AppError 403 when they may not any more, 409 while its delivery is under way; nothing has changed then
   */
  forget(admin: Privileged, requestId: number): Promise<boolean> {
    return this.forgetting.one(admin, requestId);
  }

  /**
   * As {@link forget}, for all requests of all accounts for a title, in one write. There need not be any.
   *
   * @throws AppError 403 when they may not any more, 409 while the delivery of one of them is under way; none is forgotten
   *   then
   */
  forgetTitle(admin: Privileged, mediaType: MediaType, tmdbId: number): Promise<void> {
    return this.forgetting.ofTitle(admin, mediaType, tmdbId);
  }

  /** The id of a request that there is. */
  private async remembered(requestId: number): Promise<number> {
    const request = await this.database.readOne((tx) => this.saved.remembered(tx, idToLookFor(requestId)));
    if (!request) throw requestNotFound();
    return request.id;
  }
}
