import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { PerTargetWorker } from '../../../core/work/per-target-worker.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { LibraryDeliveriesService } from './library-deliveries.service.js';
import { WriteRetryQueue } from './write-retry-queue.js';

export const DELIVERY_JOB = 'requests.deliver';

const SWEEP_MS = 10_000;

/**
 * Delivers waiting requests: looks every ten seconds and when woken, each library by itself, so that one that hangs
 * delays only its own requests. All state is in rows, so the process may end at any point.
 */
@Injectable()
export class DeliveryWorkerJob implements OnModuleInit, OnModuleDestroy {
  private readonly worker: PerTargetWorker<string | null>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    private readonly dispatches: DispatchesRepository,
    private readonly libraries: LibraryDeliveriesService,
    private readonly writes: WriteRetryQueue,
    @InjectLog() private readonly log: Log,
  ) {
    this.worker = new PerTargetWorker((instanceId, error) =>
      log.error('deliveries to a library failed', { instance_id: instanceId, error }),
    );
  }

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
    await this.worker.stop();
    await this.writes
      .settle()
      .catch((error: unknown) => this.log.error('some outcomes of deliveries could not be written', { error }));
  }

  idle(): Promise<void> {
    return this.worker.idle();
  }

  private async sweep(): Promise<void> {
    await this.writes.settle();
    const due = await this.database.readOne((tx) => this.dispatches.librariesDue(tx, this.clock.now()));
    for (const instanceId of due) this.worker.wake(instanceId, (signal) => this.libraries.deliver(instanceId, signal));
  }
}
