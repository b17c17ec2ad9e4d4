import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { DestinationSendingService } from './destination-sending.service.js';
import { allDestinations, type OutboxDestination } from './outbox-destination.js';
import { OutboxRepository } from './outbox.repository.js';

/** The name of the job that looks for messages to send. */
export const SENDING_JOB = 'notifications.send';

const SWEEP_MS = 5_000;

/** What is being sent to one destination. */
interface Sending {
  /** More became due meanwhile: it looks once more before it ends. */
  again: boolean;
  ended: Promise<void>;
}

/**
 * Sends messages: looks every five seconds and when woken, and sends to each destination on its own, so that one that takes
 * nothing delays nobody else's.
 */
@Injectable()
export class OutboxWorkerJob implements OnModuleInit, OnModuleDestroy {
  private readonly sending = new Map<string, Sending>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    private readonly ports: PortRegistry,
    private readonly messages: OutboxRepository,
    private readonly destinations: DestinationSendingService,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: SENDING_JOB,
      title: 'Send notifications',
      purpose: 'Sends chat posts and push messages, and tries again those that certainly did not arrive.',
      everyMs: SWEEP_MS,
      run: () => this.sweep(),
    });
  }

  /** Lets the attempts under way end; the rest is sent after the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  /** Looks for messages to send as soon as possible. */
  wake(): void {
    this.jobs.wake(SENDING_JOB);
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.sending.size > 0) await Promise.all([...this.sending.values()].map(({ ended }) => ended));
  }

  private async sweep(): Promise<void> {
    const due = await this.database.readOne((tx) => this.messages.destinationsDue(tx, this.clock.now()));
    if (due.length === 0) return;
    const all = await this.database.read((tx) => allDestinations(this.ports, tx));
    const known = new Map(all.map((one) => [one.name, one]));
    for (const name of due) {
      const destination = known.get(name);
      const open = this.sending.get(name);
      if (open) open.again = true;
      else if (destination && !this.stopping.signal.aborted) this.open(destination);
    }
  }

  private open(destination: OutboxDestination): void {
    const sending: Sending = { again: true, ended: Promise.resolve() };
    this.sending.set(destination.name, sending);
    sending.ended = this.run(destination, sending);
  }

  private async run(destination: OutboxDestination, sending: Sending): Promise<void> {
    try {
      while (sending.again && !this.stopping.signal.aborted) {
        sending.again = false;
        await this.destinations.send(destination, this.stopping.signal);
      }
    } catch (error) {
      this.log.error('messages to a destination could not be sent', { destination: destination.name, error });
    } finally {
      this.sending.delete(destination.name);
    }
  }
}
