import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { ManagerReported } from '../../instances/instances.public.js';
import { DELIVERY_JOB } from '../delivery/delivery-worker.job.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';

/** Looks at the imports of authors as soon as a book manager reports that it has added one. */
@Injectable()
export class AwaitedAuthorsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly dispatches: DispatchesRepository,
    private readonly jobs: JobRunner,
  ) {}

  onModuleInit(): void {
    this.events.on(ManagerReported, async ({ instanceId, serviceType, report }) => {
      if (serviceType === 'book_manager' && report.happening === 'added') await this.look(instanceId);
    });
  }

  private async look(instanceId: string): Promise<void> {
    const awaiting = (tx: ReadTx) => this.dispatches.waitingFor(tx, instanceId, 'author_import');
    // A manager that takes a thousand titles in reports each of them, and mostly nobody waits.
    if ((await this.database.readOne(awaiting)).length === 0) return;
    const now = this.clock.now();
    await this.database.write(async (tx) => this.dispatches.changeAll(tx, await awaiting(tx), { nextAttemptAt: now }));
    this.jobs.wake(DELIVERY_JOB);
  }
}
