import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestUpdated } from '../requests.events.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { backOff, MOST_ATTEMPTS } from './back-off.js';
import { LeaseLost, type DeliveryOutcome } from './delivery-outcome.js';
import { DeliverySteps } from './delivery-steps.js';
import { Dispatches, type ClaimedJob, type DispatchChange } from './dispatches.js';

/** Writes down what came of an attempt, and tells whoever listens. */
@Injectable()
export class DeliveryRecord {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly dispatches: Dispatches,
    private readonly saved: SavedRequests,
    private readonly steps: DeliverySteps,
  ) {}

  /**
   * Records the outcome and gives the job back.
   *
   * @throws LeaseLost when this worker no longer holds the job; nothing is recorded then
   */
  async outcome(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    await this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job, now))) throw new LeaseLost();
      await this.dispatches.change(tx, job.requestId, { ...HANDED_BACK, ...changeOf(outcome, job.attempts, now) });
      if (outcome.state === 'complete') await this.saved.change(tx, job.requestId, { completedAt: now });
      if (outcome.state === 'cancelled') await this.saved.cancel(tx, job.requestId, now);
    });
    this.steps.passed('outcome_recorded', job.requestId);
    await this.events.publish(new RequestUpdated(job.requestId));
    this.steps.passed('announced', job.requestId);
  }
}

const HANDED_BACK: DispatchChange = { leaseToken: null, leaseUntil: null, nextAttemptAt: null };

function changeOf(outcome: DeliveryOutcome, attempts: number, now: number): DispatchChange {
  switch (outcome.state) {
    case 'complete':
      return { state: 'complete', code: outcome.status, message: '' };
    case 'cancelled':
      return { state: 'cancelled', code: null, message: '' };
    case 'handed_back':
      return { state: 'queued', attempts: attempts - 1, code: null, message: '', nextAttemptAt: now };
    case 'attention':
      return { state: 'attention', code: outcome.code, message: outcome.message };
    case 'retry':
      if (attempts >= MOST_ATTEMPTS) return { state: 'attention', code: 'retry_limit', message: outcome.message };
      return {
        state: 'retry',
        code: outcome.code,
        message: outcome.message,
        nextAttemptAt: now + backOff(attempts, outcome.retryAfterMs),
      };
  }
}
