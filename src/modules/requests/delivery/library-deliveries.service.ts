import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import type { KeptLease } from '../jobs/keep-lease.js';
import { DeliveryAttemptService } from './delivery-attempt.service.js';
import { LeasesService } from './leases.service.js';
import { OwedWritesService } from './owed-writes.service.js';

/** How many due requests are taken up at once. Source: doc 4 section 1.17. */
const BATCH = 32;

/** The deliveries of one library: one worker at a time, one title after the other. */
@Injectable()
export class LibraryDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly dispatches: DispatchesRepository,
    private readonly leases: LeasesService,
    private readonly attempts: DeliveryAttemptService,
    private readonly owed: OwedWritesService,
  ) {}

  /** Writes down what the storage refused when it happened. @throws what else went wrong with it, which ends it */
  settle(): Promise<void> {
    return this.owed.settle();
  }

  /**
   * Delivers what is due at this library, until nothing is, its manager is out of reach, or the signal ends it. Does
   * nothing while another worker holds the library.
   *
   * @param instanceId null for requests whose library has been removed
   */
  async deliver(instanceId: string | null, signal: AbortSignal): Promise<void> {
    const library = await this.leases.takeLibrary(instanceId ?? '');
    if (!library) return;
    try {
      while (await this.deliverBatch(instanceId, library.lease, signal));
    } finally {
      await library.release();
    }
  }

  /** True while it is worth looking for more. */
  private async deliverBatch(instanceId: string | null, lease: KeptLease, signal: AbortSignal): Promise<boolean> {
    const jobs = await this.database.read((tx) => this.dispatches.due(tx, instanceId, this.clock.now(), BATCH));
    let moved = false;
    for (const job of jobs) {
      if (signal.aborted || lease.lost) return false;
      // It is known what came of it, and its row will say so: no attempt is due, though its lease may have run out.
      if (this.owed.isOwed(`request ${job.requestId}`)) continue;
      const result = await this.attempts.make(job, signal);
      // The rest would meet the same: they are left for the next sweep, and their attempts are not used up.
      if (result === 'manager_down') return false;
      moved ||= result === 'recorded';
    }
    return moved;
  }
}
