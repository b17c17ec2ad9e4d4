import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { LibraryDeliveriesService } from './library-deliveries.service.js';
import { OwedWritesService } from './owed-writes.service.js';

/** The name of the job that looks for due deliveries. */
export const DELIVERY_JOB = 'requests.deliver';

const SWEEP_MS = 10_000;

/** The current deliveries to one library. */
interface LibraryQueue {
  /** More became due meanwhile: the queue looks once more before it closes. */
  again: boolean;
  closed: Promise<void>;
}

/**
 * Delivers waiting requests: looks every ten seconds and when woken, and works on each library with due requests in a
 * queue of its own, so that a library that hangs delays only its own requests. All state is in rows, so the process may
 * end at any point. Source: doc 4 section 1.17.
 */
@Injectable()
export class DeliveryWorkerJob implements OnModuleInit, OnModuleDestroy {
  private readonly semaphore = new Map<string | null, LibraryQueue>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    private readonly dispatches: DispatchesRepository,
    private readonly libraries: LibraryDeliveriesService,
    private readonly owed: OwedWritesService,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: DELIVERY_JOB,
      title: 'Send requests to libraries',
      purpose: 'Sends approved requests to their libraries, and tries again those that failed.',
      everyMs: SWEEP_MS,
      run: () => this.sweep(),
    });
  }

  /** Stops after the current title of each library; the rest is delivered after the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.idle();
    await this.owed
      .settle()
      .catch((error: unknown) => this.log.error('some outcomes of deliveries could not be written', { error }));
  }

  /** Looks for due deliveries as soon as possible. */
  wake(): void {
    this.jobs.wake(DELIVERY_JOB);
  }

  /** Resolves when no delivery is under way. */
  async idle(): Promise<void> {
    while (this.semaphore.size > 0)
      await Promise.all([...this.semaphore.values()].map((workQueue) => workQueue.closed));
  }

  private async sweep(): Promise<void> {
    await this.owed.settle();
    const due = await this.database.readOne((tx) => this.dispatches.librariesDue(tx, this.clock.now()));
    for (const instanceId of due) {
      const open = this.semaphore.get(instanceId);
      if (open) open.again = true;
      else if (!this.stopping.signal.aborted) this.open(instanceId);
    }
  }

  private open(instanceId: string | null): void {
    const workQueue: LibraryQueue = { again: true, closed: Promise.resolve() };
    this.semaphore.set(instanceId, workQueue);
    workQueue.closed = this.run(instanceId, workQueue);
  }

  private async run(instanceId: string | null, workQueue: LibraryQueue): Promise<void> {
    try {
      while (workQueue.again && !this.stopping.signal.aborted) {
        workQueue.again = false;
        await this.libraries.deliver(instanceId, this.stopping.signal);
      }
    } catch (fault) {
      this.log.error('deliveries to a library failed', { instance_id: instanceId, error: fault });
    } finally {
      this.semaphore.delete(instanceId);
    }
  }
}
