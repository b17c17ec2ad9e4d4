import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { backOff, brokenOffBackOff, MOST_ATTEMPTS, waitingBackOff } from '../jobs/back-off.js';
import { DispatchesRepository, type ClaimedJob } from '../jobs/dispatches.repository.js';
import { RequestUpdated } from '../requests.events.js';
import type { HandedBackJob } from '../transitions/job-changes.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { LeaseLost, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { DeliveryStepsService } from './delivery-steps.service.js';

/** Records the outcome of an attempt, and publishes it. */
@Injectable()
export class DeliveryOutcomeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Records the outcome and releases the job. Refunds a delivery that changed nothing.
   *
   * @throws LeaseLost when this worker no longer holds the job; nothing is recorded then
   */
  async outcome(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    const refunded = await this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      return this.write(tx, job, outcome, now);
    });
    this.steps.passed('outcome_recorded', job.requestId);
    await this.events.publish(new RequestUpdated(job.requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
    this.steps.passed('announced', job.requestId);
  }

  /** @returns the refunded accounts */
  private async write(tx: WriteTx, job: ClaimedJob, outcome: DeliveryOutcome, now: number): Promise<readonly number[]> {
    if (outcome.state === 'cancelled') return this.transitions.withdrawn(tx, job.requestId, now);
    if (outcome.state === 'complete') return this.transitions.delivered(tx, job, outcome, now);
    await this.transitions.handedBack(tx, job, waitAfter(outcome, job.attempts, now));
    return [];
  }
}

/** The state of a delivery after an attempt that did not end it. */
function waitAfter(
  outcome: Exclude<DeliveryOutcome, { state: 'cancelled' | 'complete' }>,
  attempts: number,
  now: number,
): HandedBackJob {
  switch (outcome.state) {
    case 'handed_back':
      return { state: 'queued', attempts: attempts - 1, code: null, message: '', nextAttemptAt: now };
    case 'attention':
      return { state: 'attention', code: outcome.code, message: outcome.message };
    case 'broken_off':
      return waiting({ state: 'retry', ...BROKEN_OFF }, brokenOffBackOff(attempts), attempts, now);
    case 'waiting_library':
      return waiting(outcome, waitingBackOff(attempts), attempts, now);
    case 'retry':
      return waiting(outcome, backOff(attempts, outcome.retryAfterMs), attempts, now);
  }
}

const BROKEN_OFF = {
  code: 'service_unavailable',
  message: 'It could not be delivered yet: the storage of this server failed.',
} as const;

type Wait = Extract<DeliveryOutcome, { state: 'retry' | 'waiting_library' }>;

function waiting({ state, code, message }: Wait, waitMs: number, attempts: number, now: number): HandedBackJob {
  if (attempts >= MOST_ATTEMPTS) return { state: 'attention', code: 'retry_limit', message };
  return { state, code: code ?? null, message, lastAttemptAt: now, nextAttemptAt: now + waitMs };
}
