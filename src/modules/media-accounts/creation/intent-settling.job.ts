import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { IntentSettlingService } from './intent-settling.service.js';
import { WorkTurnsService } from './work-turns.service.js';

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
    private readonly turns: WorkTurnsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({ name: INTENT_SETTLING_JOB, everyMs: EVERY_MS, run: (signal) => this.run(signal) });
  }

  private async run(signal: AbortSignal): Promise<void> {
    const due = await this.database.read((tx) => this.intents.due(tx, this.clock.now(), AT_ONCE));
    if (signal.aborted) return;
    await Promise.all(due.map((intent) => this.inTurn(intent)));
  }

  private async inTurn({ id, name, instanceId, userId }: AccountIntentRow): Promise<void> {
    const ends = [
      this.turns.forName(name, instanceId),
      userId === null ? NO_TURN : this.turns.forPerson(userId, instanceId),
    ];
    try {
      if (ends.some((end) => end === null)) return;
      const intent = await this.database.read((tx) => this.intents.find(tx, id));
      if (intent) await this.attempt(intent);
    } finally {
      for (const end of ends) end?.();
    }
  }

  private async attempt(intent: AccountIntentRow): Promise<void> {
    try {
      await this.settling.settle(intent);
    } catch (error) {
      this.log.warn('an account that was being made could not be settled', { instance_id: intent.instanceId, error });
      await this.settling.later(intent);
    }
  }
}

const NO_TURN = (): void => undefined;
