import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { foreignReceipt, unknownRequest } from '../requests.errors.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LiveRequestsService } from './live-requests.service.js';
import { statusSaved } from './request-status.js';
import { savedStateOf, type TrackedRequest } from './tracked-request.js';

/** The most of an account's requests that one list holds. */
const LIST_LIMIT = 1000;

/** Answers where requests stand: what is saved is read first, then the live library is laid over it. */
@Injectable()
export class RequestStatusService {
  constructor(
    private readonly database: Database,
    private readonly live: LiveRequestsService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /**
   * The caller's own requests, newest first, at most a thousand. A library that the caller may no longer use tells
   * them nothing any more: what is saved is shown then.
   */
  async own(caller: Caller): Promise<readonly TrackedRequest[]> {
    const { saved, places } = await this.database.read(async (tx) => {
      const saved = await this.dispatches.joined(tx, await this.saved.ofAccount(tx, caller.userId, LIST_LIMIT));
      return { saved, places: await this.live.within(tx, caller, saved) };
    });
    const now = await this.live.read(places);
    return saved.map((one) => ({ ...one, now: now(one) }));
  }

  /**
   * Where one of the caller's own requests stands.
   *
   * @param includeLive false answers from what is saved and touches no library. Source: doc 4 section 1.6
   * @throws AppError 403 for a request that isn't the caller's, or isn't there
   */
  async receipt(caller: Caller, requestId: number, includeLive: boolean): Promise<TrackedRequest> {
    const { one, places } = await this.database.read(async (tx) => {
      const one = await this.one(tx, requestId);
      if (one?.request.userId !== caller.userId) throw foreignReceipt();
      return { one, places: await this.live.within(tx, caller, includeLive ? [one] : []) };
    });
    if (!includeLive) return { ...one, now: statusSaved(savedStateOf(one)) };
    const now = await this.live.read(places);
    return { ...one, now: now(one) };
  }

  /**
   * Where any request stands, for the account that has just acted on it: what their action has saved. No library is asked, so
   * that an action on one that hangs is answered at once.
   */
  async afterAction(requestId: number): Promise<TrackedRequest> {
    const one = await this.database.read((tx) => this.one(tx, requestId));
    if (!one) throw unknownRequest();
    return { ...one, now: statusSaved(savedStateOf(one)) };
  }

  private async one(tx: ReadTx, requestId: number): Promise<SavedRequest | undefined> {
    const row = await this.saved.remembered(tx, requestId);
    return row ? (await this.dispatches.joined(tx, [row]))[0] : undefined;
  }
}
