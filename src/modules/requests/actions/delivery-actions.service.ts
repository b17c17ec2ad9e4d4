import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { DELIVERY_JOB } from '../delivery/delivery-worker.job.js';
import type { TrackedRequest } from '../kinds/request-status.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { retiredAction, unknownRequest } from '../requests.errors.js';
import { RequestUpdated } from '../requests.events.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import type { BookFormat, DispatchRow } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { RequestRow } from '../saved/rows.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { mayCancel, mayRetry, mayWait } from '../transitions/job-changes.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { SharedRequestsService } from '../transitions/shared-requests.service.js';
import { SubmitService } from './submit.service.js';

/** `confirm` belongs to a retired catalog. */
type DeliveryAction = 'retry' | 'cancel' | 'confirm';

@Injectable()
export class DeliveryActionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly shared: SharedRequestsService,
    private readonly limits: RequesterLimitsService,
    private readonly status: RequestStatusService,
    private readonly jobs: JobRunner,
    private readonly submissions: SubmitService,
  ) {}

  /**
   * Retries for everybody who waits, or cancels for the account alone; an administrator acts for all. A kids account
   * may only cancel a title outside its limits, and learns nothing else about it.
   * @param only a book: the format that is meant; all when undefined
   * @returns null after a kids account has cancelled.
   * @throws AppError 410 for a retired action; 400 for an unknown or unfit request; 404
   */
  async act(
    caller: Caller,
    requestId: number,
    action: DeliveryAction,
    only?: BookFormat,
  ): Promise<TrackedRequest | null> {
    if (action === 'confirm') throw retiredAction();
    let shown = requestId;
    if (action === 'retry') {
      await this.requireShown(caller, requestId);
      await this.retry(caller, requestId, only);
    } else shown = await this.cancel(caller, requestId, only);
    this.jobs.wake(DELIVERY_JOB);
    const request = await this.status.afterAction(shown, caller.userId);
    return caller.kids && action === 'cancel' ? null : request;
  }

  private async retry(caller: Caller, requestId: number, only: BookFormat | undefined): Promise<void> {
    await this.database.write(async (tx) => {
      const { deliveries } = await this.idle(tx, caller, requestId, only);
      const again = deliveries.filter(({ state }) => mayRetry(state));
      if (again.length === 0) throw badRequest('delivery_not_retryable', 'this delivery can not be retried');
      await this.transitions.retry(tx, again, this.clock.now());
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  /** Refunds it unless its delivery has begun. @returns the request that shows what became of it */
  private async cancel(caller: Caller, requestId: number, only: BookFormat | undefined): Promise<number> {
    const { refunded, requestIds, shown } = await this.database.write(async (tx) => {
      const now = this.clock.now();
      const { request, deliveries } = await this.idle(tx, caller, requestId, only);
      if (!deliveries.some(({ state }) => mayCancel(state)))
        throw badRequest('request_not_cancellable', 'this request can not be cancelled');
      if (request.bookFormat === '')
        return { refunded: await this.transitions.withdraw(tx, requestId, now), requestIds: [], shown: requestId };
      const formats = only && [only];
      if (caller.role === 'admin')
        return { ...(await this.shared.cancelForAll(tx, requestId, formats, now)), shown: requestId };
      const left = await this.shared.leave(tx, requestId, { userId: caller.userId, formats }, now);
      return { refunded: left.refunded, requestIds: [left.requestId], shown: left.requestId };
    });
    // Administrators tidy up, also what others have asked for.
    if (caller.role !== 'admin') this.submissions.noteWithdrawal(caller.userId);
    for (const id of new Set([requestId, ...requestIds])) await this.events.publish(new RequestUpdated(id));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
    return shown;
  }

  /** From its first attempt on. @throws AppError 400 for anything but an import that has failed; 401 and 403 when the right is lost */
  async wait(admin: Privileged, requestId: number): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) => {
      const deliveries = await this.dispatches.ofRequest(tx, requestId);
      if (deliveries.length === 0) throw unknownRequest();
      const failed = deliveries.filter(mayWait);
      if (failed.length === 0) throw badRequest('no_failed_import', 'only a failed import can be put back to waiting');
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

  /** What the caller may act on, with the deliveries that are meant. @throws AppError 400, also while a worker has one of them */
  private async idle(
    tx: WriteTx,
    caller: Caller,
    requestId: number,
    only: BookFormat | undefined,
  ): Promise<{ readonly request: RequestRow; readonly deliveries: readonly DispatchRow[] }> {
    const row = await this.saved.remembered(tx, requestId);
    const whole = row ? await this.dispatches.joined(tx, [row]) : [];
    const [seen] = caller.role === 'admin' ? whole : await this.saved.ownParts(tx, caller.userId, whole);
    const deliveries = seen?.deliveries.filter(({ format }) => only === undefined || format === '' || format === only);
    if (!seen || !deliveries || deliveries.length === 0) throw unknownRequest();
    if (deliveries.some(({ state }) => state === 'processing'))
      throw badRequest('delivery_in_progress', 'delivery in progress');
    return { request: seen.request, deliveries };
  }
}
