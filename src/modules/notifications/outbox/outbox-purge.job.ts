import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { OutboxRepository } from './outbox.repository.js';

const DAY_MS = 24 * 60 * 60_000;

/** How long it is kept what was sent. Source: issue 24, Speed and storage. */
const KEPT_MS = 30 * DAY_MS;

/** One write holds up the others only for this many rows. */
const ROWS_PER_WRITE = 500;

/** Deletes messages that ended a month ago, once a day. */
@Injectable()
export class OutboxPurgeJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    private readonly messages: OutboxRepository,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'notifications.purge',
      title: 'Clean up old notifications',
      purpose: 'Removes the record of notifications that were sent or ended more than 30 days ago.',
      everyMs: DAY_MS,
      run: (signal) => this.purge(signal),
    });
  }

  private async purge(signal: AbortSignal): Promise<void> {
    const before = this.clock.now() - KEPT_MS;
    let more = true;
    while (more && !signal.aborted)
      more = await this.database.write((tx) => this.messages.purge(tx, before, ROWS_PER_WRITE));
  }
}
