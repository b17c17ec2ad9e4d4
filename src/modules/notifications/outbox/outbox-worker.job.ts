import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { PerTargetWorker } from '../../../core/work/per-target-worker.js';
import { DestinationSendingService } from './destination-sending.service.js';
import { allDestinations } from './outbox-destination.js';
import { OutboxRepository } from './outbox.repository.js';

export const SENDING_JOB = 'notifications.send';

const SWEEP_MS = 5_000;

const DAY_MS = 24 * 60 * 60_000;

const KEPT_MS = 30 * DAY_MS;

const ROWS_PER_WRITE = 500;

/** Sends to each destination on its own, so that one that takes nothing delays nobody else's. */
@Injectable()
export class OutboxWorkerJob implements OnModuleInit, OnModuleDestroy {
  private readonly worker: PerTargetWorker<string>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    private readonly ports: PortRegistry,
    private readonly messages: OutboxRepository,
    private readonly sending: DestinationSendingService,
    @InjectLog() log: Log,
  ) {
    this.worker = new PerTargetWorker((destination, error) =>
      log.error('messages to a destination could not be sent', { destination, error }),
    );
  }

  onModuleInit(): void {
    this.jobs.register({
      name: SENDING_JOB,
      title: 'Send notifications',
      purpose: 'Sends chat posts and push messages, and tries again those that certainly did not arrive.',
      everyMs: SWEEP_MS,
      run: () => this.sweep(),
    });
    this.jobs.register({
      name: 'notifications.purge',
      title: 'Clean up old notifications',
      purpose: 'Removes the record of notifications that were sent or ended more than 30 days ago.',
      everyMs: DAY_MS,
      run: (signal) => this.purge(signal),
    });
  }

  /** Lets the attempts under way end; the rest is sent after the next start. */
  onModuleDestroy(): Promise<void> {
    return this.worker.stop();
  }

  wake(): void {
    this.jobs.wake(SENDING_JOB);
  }

  idle(): Promise<void> {
    return this.worker.idle();
  }

  private async sweep(): Promise<void> {
    const due = await this.database.readOne((tx) => this.messages.destinationsDue(tx, this.clock.now()));
    if (due.length === 0) return;
    const all = await this.database.read((tx) => allDestinations(this.ports, tx));
    const byName = new Map(all.map((one) => [one.name, one]));
    for (const name of due) {
      const destination = byName.get(name);
      if (destination) this.worker.wake(name, (signal) => this.sending.send(destination, signal));
    }
  }

  private async purge(signal: AbortSignal): Promise<void> {
    const before = this.clock.now() - KEPT_MS;
    let more = true;
    while (more && !signal.aborted)
      more = await this.database.write((tx) => this.messages.purge(tx, before, ROWS_PER_WRITE));
  }
}
