import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { type AskedTitle, type PricedSelection, RequestKinds, type Submission } from '../kinds/request-kind.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { RequestAutoApproved, RequestDecided, RequestPending } from '../requests.events.js';
import { WithdrawalsService } from './withdrawals.service.js';

/** Submits and previews requests. */
@Injectable()
export class SubmitService {
  constructor(
    private readonly kinds: RequestKinds,
    private readonly events: EventBus,
    private readonly limits: RequesterLimitsService,
    private readonly withdrawals: WithdrawalsService,
  ) {}

  /**
   * Saves a request, and publishes it.
   *
   * @throws AppError as {@link RequesterLimitsService.require}, {@link WithdrawalsService.requireFew} and the kind's submission
   */
  async submit(caller: Caller, title: AskedTitle): Promise<Submission> {
    await this.limits.require(caller, title);
    this.withdrawals.requireFew(caller.userId);
    const submission = await this.kinds.of(title.mediaType).submit(caller, title);
    if (submission.kind === 'owned') return submission;
    const { requestId, isNew, pending, spent, approved = [] } = submission;
    if (isNew) await this.events.publish(pending ? new RequestPending(requestId) : new RequestAutoApproved(requestId));
    for (const id of approved) await this.events.publish(new RequestDecided(id));
    if (spent) await this.events.publish(new RequestQuotaChanged(caller.userId));
    return submission;
  }

  /**
   * The price of a request. Saves nothing and reserves nothing.
   *
   * @throws AppError as {@link RequesterLimitsService.guarded} and the kind's preview
   */
  preview(caller: Caller, title: AskedTitle): Promise<PricedSelection> {
    return this.limits.guarded(caller, title, () => this.kinds.of(title.mediaType).preview(caller, title));
  }
}
