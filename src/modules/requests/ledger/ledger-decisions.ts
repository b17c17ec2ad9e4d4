import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { idToLookFor } from '../../../core/database/row-id.js';
import { permissionDenied } from '../../../core/errors/app-error.js';
import { Accounts } from '../../users/users.public.js';
import { DecideRequest } from '../decisions/decide-request.js';
import { ForgetRequests } from '../decisions/forget-requests.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { requestNotFound } from '../requests.errors.js';
import type { MediaType } from '../saved/request-row.entity.js';
import { SavedRequests } from '../saved/saved-requests.js';

/** An administrator who acts without a device of theirs. */
interface LedgerAdmin extends Pick<Caller, 'userId' | 'username' | 'role'> {
  /** Judges once more, in the write that acts, what they came with; throws where it doesn't hold any more. */
  confirm?(tx: ReadTx): Promise<void>;
}

/**
 * What the reader of a ledger may do about its requests: decide them, and forget them. Whether whoever asks for it is an
 * administrator still, and what they came with holds, is judged in the very write: nothing happens where it isn't so.
 */
@Injectable()
export class LedgerDecisions {
  constructor(
    private readonly database: Database,
    private readonly saved: SavedRequests,
    private readonly decisions: DecideRequest,
    private readonly forgetting: ForgetRequests,
    private readonly accounts: Accounts,
    private readonly worker: DeliveryWorker,
  ) {}

  /**
   * Approves a pending request as it was asked for, and hands it to the worker.
   *
   * @throws AppError 403 when they may not any more, 404 for an unknown or forgotten request; else as
   *   {@link DecideRequest.approve}: 400 for one that was decided already and for a title outside a kids account's limits,
   *   403 when the requester lost the library, 409 when the series is matched otherwise now, 502 and 503 when that can't be
   *   told
   */
  async approve(admin: LedgerAdmin, requestId: number): Promise<void> {
    await this.decisions.approve(this.judged(admin), await this.remembered(requestId), {});
    this.worker.wake();
  }

  /**
   * Denies a pending request without a reason, and gives back what it has spent.
   *
   * @throws AppError 403 when they may not any more, 404 for an unknown or forgotten request, 400 for one that was
   *   decided already
   */
  async decline(admin: LedgerAdmin, requestId: number): Promise<void> {
    await this.decisions.deny(this.judged(admin), await this.remembered(requestId), '');
  }

  /**
   * Forgets a request for whoever asked, and for the ledger. What it has spent comes back, unless its delivery had begun
   * with the library.
   *
   * @param admin who asks for it; without one nobody is judged
   * @returns false when there is none of this id, or it was forgotten before
   * @throws AppError 403 when they may not any more, 409 while its delivery is under way; nothing has changed then
   */
  forget(requestId: number, admin?: LedgerAdmin): Promise<boolean> {
    return this.forgetting.one(requestId, admin && this.judged(admin).confirm);
  }

  /**
   * As {@link forget}, for all requests of all accounts for a title, in one write. There need not be any.
   *
   * @throws AppError 403 when they may not any more, 409 while the delivery of one of them is under way; none is forgotten
   *   then
   */
  forgetTitle(mediaType: MediaType, tmdbId: number, admin?: LedgerAdmin): Promise<void> {
    return this.forgetting.ofTitle(mediaType, tmdbId, admin && this.judged(admin).confirm);
  }

  /** The administrator, judged once more in the write. */
  private judged(admin: LedgerAdmin): Pick<LedgerAdmin, 'userId'> & Required<Pick<LedgerAdmin, 'confirm'>> {
    const confirm = async (tx: ReadTx): Promise<void> => {
      if ((await this.accounts.byId(tx, admin.userId))?.role !== 'admin') throw permissionDenied();
      await admin.confirm?.(tx);
    };
    return { userId: admin.userId, confirm };
  }

  /** The id of a request that there is. */
  private async remembered(requestId: number): Promise<number> {
    const request = await this.database.readOne((tx) => this.saved.remembered(tx, idToLookFor(requestId)));
    if (!request) throw requestNotFound();
    return request.id;
  }
}
