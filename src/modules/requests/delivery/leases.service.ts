import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { keepLease, type KeptLease } from '../../../core/jobs/keep-lease.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { DispatchesRepository, type ClaimedJob, type DeliveryJob } from '../jobs/dispatches.repository.js';
import { LifecycleEventsRepository } from '../lifecycle/lifecycle-events.repository.js';
import { HEARTBEAT_MS, LEASE_MS } from '../jobs/lease-times.js';
import { LibraryLeasesRepository } from '../jobs/library-leases.repository.js';
import { OwedWritesService } from './owed-writes.service.js';

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
    private readonly libraries: LibraryLeasesRepository,
    private readonly lifecycle: LifecycleEventsRepository,
    private readonly owed: OwedWritesService,
  ) {}

  /**
   * Leases a library, and extends the lease until it is released or lost.
   *
   * @returns null while another worker has it
   */
  async takeLibrary(key: string): Promise<HeldLibrary | null> {
    const token = this.random.hex(16);
    const taken = this.database.write((tx) => {
      const now = this.clock.now();
      return this.libraries.take(tx, key, { token, until: now + LEASE_MS }, now);
    });
    if (!(await taken)) return null;
    const lease = keepLease(this.clock, HEARTBEAT_MS, () =>
      this.database.write((tx) => this.libraries.extend(tx, key, { token, until: this.clock.now() + LEASE_MS })),
    );
    return {
      lease,
      release: () => {
        lease.stop();
        const release = (): Promise<void> => this.database.write((tx) => this.libraries.release(tx, key, token));
        return this.owed.make(`library ${key}`, release);
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
      const claimed = await this.dispatches.claim(tx, job, { token, until: now + LEASE_MS }, now);
      if (claimed === 'given_up') await this.lifecycle.noteStop(tx, job, 'retry_limit', now);
      return claimed;
    });
  }

  /** Extends the lease of a claimed job until it is stopped or lost. */
  keep(job: ClaimedJob): KeptLease {
    return keepLease(this.clock, HEARTBEAT_MS, () => this.extend(job));
  }

  /**
   * Extends the lease of a claimed job once.
   *
   * @returns false when the lease is lost
   */
  extend(job: ClaimedJob): Promise<boolean> {
    return this.database.write(async (tx) => {
      if (!(await this.dispatches.held(tx, job))) return false;
      await this.dispatches.change(tx, job, { leaseUntil: this.clock.now() + LEASE_MS });
      return true;
    });
  }
}
