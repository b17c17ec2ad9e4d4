import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { DispatchesRepository, type ClaimedJob, type DeliveryJob } from '../jobs/dispatches.repository.js';
import { keepLease, LEASE_MS, type KeptLease } from '../jobs/keep-lease.js';

/** Leases on delivery jobs: one worker at a time has each. */
@Injectable()
export class JobLeasesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /** Takes a job, and counts the attempt with it. Null when another has it, or it no longer waits. */
  claim(job: DeliveryJob): Promise<ClaimedJob | null> {
    const token = this.random.hex(16);
    return this.database.write((tx) => {
      const now = this.clock.now();
      return this.dispatches.claim(tx, job.requestId, { token, until: now + LEASE_MS }, now);
    });
  }

  /** Makes the lease of a job that is worked at last, until it is stopped or lost. */
  keep(job: ClaimedJob): KeptLease {
    return keepLease(this.clock, () => this.extend(job));
  }

  /** Makes a lease last longer. False when it is lost. */
  extend(job: ClaimedJob): Promise<boolean> {
    return this.database.write(async (tx) => {
      if (!(await this.dispatches.held(tx, job))) return false;
      await this.dispatches.change(tx, job.requestId, { leaseUntil: this.clock.now() + LEASE_MS });
      return true;
    });
  }
}
