import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { attention, type DeliveryOutcome, LeaseLost, retryLater } from '../kinds/delivery-outcome.js';
import { RequestFailed, RequestUpdated } from '../requests.events.js';
import { brokenOffWait, lookWait, MOST_ATTEMPTS, retryWait } from '../saved/back-off.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import { type ClaimedJob, DispatchesRepository } from '../saved/dispatches.repository.js';
import type { DeliveryCode, JobKey } from '../saved/job-rows.js';
import { isFailure } from '../saved/lifecycle-events.repository.js';
import type { HandedBackJob } from '../transitions/job-changes.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { SharedRequestsService } from '../transitions/shared-requests.service.js';
import { DeliveryTraceService } from './delivery-trace.service.js';

@Injectable()
export class DeliveryOutcomeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly shared: SharedRequestsService,
    private readonly trace: DeliveryTraceService,
  ) {}

  /** Releases the job, and refunds a delivery that changed nothing. @throws LeaseLost; then nothing is recorded */
  async record(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    const { refunded, code } = await this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      return this.write(tx, job, outcome, now);
    });
    this.trace.reached('outcome_recorded', job.requestId);
    await this.events.publish(new RequestUpdated(job.requestId));
    if (isFailure(code)) await this.events.publish(new RequestFailed(job.requestId, job.format));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
    if (outcome.state === 'waiting_library' && outcome.overdue) await this.announceWait(job, outcome.overdue);
    this.trace.reached('announced', job.requestId);
  }

  /** Once for each wait. The row is marked afterwards, so that after a crash the next look publishes it. */
  private async announceWait(job: ClaimedJob, overdue: object): Promise<void> {
    const { waitingSince: announcedWait } = job;
    if (job.announcedWait === announcedWait) return;
    await this.events.publish(overdue);
    await this.database.write((tx) => this.dispatches.change(tx, job, { announcedWait }));
  }

  async publishGivenUp({ requestId, format }: JobKey): Promise<void> {
    await this.events.publish(new RequestUpdated(requestId));
    await this.events.publish(new RequestFailed(requestId, format));
  }

  private async write(tx: WriteTx, job: ClaimedJob, outcome: DeliveryOutcome, now: number): Promise<Written> {
    if (outcome.state === 'cancelled') return { refunded: await this.shared.abandon(tx, job, now), code: null };
    if (outcome.state === 'complete')
      return { refunded: await this.transitions.complete(tx, job, outcome, now), code: null };
    const change = waitAfter(outcome, job, now);
    await this.transitions.handBack(tx, job, change, now);
    return { refunded: [], code: change.state === 'attention' ? change.code : null };
  }
}

interface Written {
  readonly refunded: readonly number[];
  /** Why the delivery has stopped; null where it goes on or has ended. */
  readonly code: DeliveryCode | null;
}

function waitAfter(
  outcome: Exclude<DeliveryOutcome, { state: 'cancelled' | 'complete' }>,
  { attempts, waitingSince }: ClaimedJob,
  now: number,
): HandedBackJob {
  switch (outcome.state) {
    case 'handed_back':
      return { state: 'queued', attempts: attempts - 1, code: null, message: null, nextAttemptAt: now };
    case 'attention':
      return { ...outcome, waitingSince: null };
    case 'broken_off':
      return waiting(BROKEN_OFF, brokenOffWait(attempts), attempts, now);
    case 'waiting_library':
      if (outcome.lookAgainMs !== undefined) return waitingWithoutEnd(outcome, { attempts, waitingSince }, now);
      return waiting(outcome, lookWait(attempts), attempts, now);
    case 'retry':
      return waiting(outcome, retryWait(attempts, outcome.retryAfterMs), attempts, now);
  }
}

const BROKEN_OFF = retryLater('service_unavailable', sayDelivery('delivery_storage_failed'));

type Wait = Extract<DeliveryOutcome, { state: 'retry' | 'waiting_library' }>;

/** An attempt that only looked doesn't count; but a job without any attempt would not wait. */
function waitingWithoutEnd(
  { state, code, message, lookAgainMs = 0 }: Extract<DeliveryOutcome, { state: 'waiting_library' }>,
  { attempts, waitingSince }: Pick<ClaimedJob, 'attempts' | 'waitingSince'>,
  now: number,
): HandedBackJob {
  const counted = { attempts: Math.max(attempts - 1, 1), lastAttemptAt: now, nextAttemptAt: now + lookAgainMs };
  return { state, code: code ?? null, message, ...counted, waitingSince: waitingSince ?? now };
}

function waiting({ state, code, message }: Wait, waitMs: number, attempts: number, now: number): HandedBackJob {
  if (attempts >= MOST_ATTEMPTS) return attention('retry_limit', message);
  return { state, code: code ?? null, message, lastAttemptAt: now, nextAttemptAt: now + waitMs };
}
