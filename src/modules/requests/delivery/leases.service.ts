import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { type KeptLease, LeasedRows } from '../../../core/work/leased-rows.js';
import {
  type ClaimedJob,
  type DeliveryJob,
  DispatchesRepository,
  JOB_LEASES,
  leaseOf,
} from '../jobs/dispatches.repository.js';
import { LibraryLeaseRow } from '../jobs/library-lease-row.entity.js';
import { LifecycleEventsRepository } from '../lifecycle/lifecycle-events.repository.js';
import { WriteRetryQueue } from './write-retry-queue.js';

const LIBRARY_LEASES = new LeasedRows(LibraryLeaseRow, JOB_LEASES.lastsMs);

/** How often a lease that is in use is extended, in milliseconds. Source: doc 4 section 1.17. */
const HEARTBEAT_MS = 30_000;

/** A library that a worker of this process has leased. */
export interface HeldLibrary {
  readonly lease: KeptLease;
  /** Releases the library. @throws StorageError when the release can't be written; it is retried then */
  release(): Promise<void>;
}

/** Leases libraries and delivery jobs: one worker at a time has each. */
@Injectable()
export class LeasesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly dispatches: DispatchesRepository,
    private readonly lifecycle: LifecycleEventsRepository,
    private readonly writes: WriteRetryQueue,
  ) {}

  /**
   * Leases a library, and extends the lease until it is released or lost.
   *
   * @returns null while another worker has it
   */
  async takeLibrary(instanceId: string): Promise<HeldLibrary | null> {
    const library = { where: { instanceId }, token: this.random.hex(16) };
    const take = this.database.write((tx) => LIBRARY_LEASES.take(tx, library, this.clock.now(), { instanceId }));
    if (!(await take)) return null;
    const lease = LIBRARY_LEASES.keep(this.database, this.clock, library, HEARTBEAT_MS);
    return {
      lease,
      release: () => {
        lease.stop();
        return this.writes.make(`library ${instanceId}`, () => this.remove(instanceId, library.token));
      },
    };
  }

  /**
   * Leases a job, and counts the attempt in the same write.
   *
   * @returns as `DispatchesRepository.claim`
   */
  claim(job: DeliveryJob): Promise<ClaimedJob | 'given_up' | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      const claimed = await this.dispatches.claim(tx, job, token, now);
      if (claimed === 'given_up') await this.lifecycle.noteStop(tx, job, 'retry_limit', now);
      return claimed;
    });
  }

  /** Extends the lease of a claimed job until it is stopped or lost. */
  keep(job: ClaimedJob): KeptLease {
    return JOB_LEASES.keep(this.database, this.clock, leaseOf(job), HEARTBEAT_MS);
  }

  /** A library has a row only while somebody works on it, so that none is left of one that is removed. */
  private async remove(instanceId: string, leaseToken: string): Promise<void> {
    await this.database.write((tx) => tx.delete(LibraryLeaseRow, { instanceId, leaseToken }));
  }
}
