import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { type AskedTitle, type PricedSelection, RequestKinds, type Submission } from '../kinds/request-kind.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { askedTooOften } from '../requests.errors.js';
import { RequestAutoApproved, RequestDecided, RequestPending } from '../requests.events.js';

/** So many requests may an account withdraw in an hour before it has to wait with the next one. */
const WITHDRAWALS = { limit: 10, windowMs: 60 * 60_000, maxKeys: 10_000 } as const;

@Injectable()
export class SubmitService {
  private readonly withdrawn: SlidingWindowLimiter;

  constructor(
    private readonly kinds: RequestKinds,
    private readonly events: EventBus,
    private readonly limits: RequesterLimitsService,
    private readonly clock: Clock,
  ) {
    this.withdrawn = new SlidingWindowLimiter({ ...WITHDRAWALS, now: () => clock.monotonic() });
  }

  /** Limits, then the kind resolves, prices and saves; then it is published. @throws AppError as these; 429 after too many withdrawals */
  async submit(caller: Caller, title: AskedTitle): Promise<Submission> {
    await this.limits.require(caller, title);
    this.requireFewWithdrawals(caller.userId);
    const submission = await this.kinds.of(title.mediaType).submit(caller, title);
    if (submission.kind === 'owned') return submission;
    const { requestId, isNew, pending, spent, approved = [] } = submission;
    if (isNew) await this.events.publish(pending ? new RequestPending(requestId) : new RequestAutoApproved(requestId));
    for (const id of approved) await this.events.publish(new RequestDecided(id));
    if (spent) await this.events.publish(new RequestQuotaChanged(caller.userId));
    return submission;
  }

  /** Saves and reserves nothing. @throws AppError as {@link submit}, without the limit of withdrawals */
  preview(caller: Caller, title: AskedTitle): Promise<PricedSelection> {
    return this.limits.guard(caller, title, () => this.kinds.of(title.mediaType).preview(caller, title));
  }

  noteWithdrawal(userId: number): void {
    this.withdrawn.count(String(userId));
  }

  /** @throws AppError 429 `asked_too_often`, with the time from which the account may ask again */
  private requireFewWithdrawals(userId: number): void {
    const waitMs = this.withdrawn.freeInMs(String(userId));
    if (waitMs > 0) throw askedTooOften(this.clock.now() + waitMs, waitMs);
  }
}
