import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import type { KeptLease } from '../../../core/work/leased-rows.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { DeliveryAttemptService } from './delivery-attempt.service.js';
import { LeasesService } from './leases.service.js';
import { jobSubject, WriteRetryQueue } from './write-retry-queue.js';

/** How many due requests are read at once. Source: doc 4 section 1.17. */
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
    private readonly writes: WriteRetryQueue,
  ) {}

  /**
   * Delivers what is due at this library until nothing is due, its manager is unreachable, or the signal is aborted.
   * Does nothing while another worker has the library.
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

  /** @returns true when another batch may be due */
  private async deliverBatch(instanceId: string | null, lease: KeptLease, signal: AbortSignal): Promise<boolean> {
    const jobs = await this.database.read((tx) => this.dispatches.due(tx, instanceId, this.clock.now(), BATCH));
    let moved = false;
    for (const job of jobs) {
      if (signal.aborted || lease.lost) return false;
      // The outcome is known and about to be written: no attempt is due, even if the lease has expired.
      if (this.writes.isPending(jobSubject(job))) continue;
      const result = await this.attempts.make(job, signal);
      // The other jobs would fail in the same way: they wait for the next sweep and keep their attempts.
      if (result === 'manager_down') return false;
      // What became due during a look goes before the next one.
      if (job.isLook === 1 && result === 'recorded') return true;
      moved ||= result === 'recorded';
    }
    return moved;
  }
}
