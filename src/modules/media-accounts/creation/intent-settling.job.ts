import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { type ClaimedIntent, IntentClaimLost, IntentClaimsService } from './intent-claims.service.js';
import { IntentSettlingService } from './intent-settling.service.js';

/** The name of the job that settles what is left of the making of accounts. */
export const INTENT_SETTLING_JOB = 'media-accounts.settle-intents';

const EVERY_MS = 10_000;
const AT_ONCE = 20;

/** Settles what calls that failed, and processes that ended, have left of the making of accounts. */
@Injectable()
export class IntentSettlingJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly intents: AccountIntentsRepository,
    private readonly settling: IntentSettlingService,
    private readonly claims: IntentClaimsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: INTENT_SETTLING_JOB,
      title: 'Finish new media server accounts',
      purpose: 'Finishes or undoes accounts on media servers whose creation was interrupted.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
  }

  private async run(signal: AbortSignal): Promise<void> {
    const due = await this.database.read((tx) => this.intents.due(tx, this.clock.now(), AT_ONCE));
    if (signal.aborted) return;
    await Promise.all(due.map(({ id }) => this.settle(id)));
  }

  private async settle(id: string): Promise<void> {
    const claim = await this.claims.takeDue(id);
    if (claim) await this.claims.during(claim, () => this.attempt(claim));
  }

  private async attempt(claim: ClaimedIntent): Promise<void> {
    // Its process was killed, and the latest call of that one may still arrive.
    if (claim.intent.nextAttemptAt > this.clock.now()) return void (await this.settling.afterFailure(claim, false));
    try {
      await this.settling.settle(claim);
    } catch (error) {
      // The worker that has it now settles it.
      if (error instanceof IntentClaimLost) return;
      const { instanceId } = claim.intent;
      this.log.warn('an account that was being made could not be settled', { instance_id: instanceId, error });
      await this.settling.later(claim);
    }
  }
}
