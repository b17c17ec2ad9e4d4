import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { LEASE_MS, keepLease, type KeptLease } from '../jobs/keep-lease.js';
import { LibraryLeasesRepository } from '../jobs/library-leases.repository.js';
import { OwedWritesService } from './owed-writes.service.js';

/** A library that a worker of this process holds. */
export interface HeldLibrary {
  readonly lease: KeptLease;
  /** Gives the library back. @throws StorageError when that can't be written; it is owed then */
  release(): Promise<void>;
}

/** Takes libraries for the workers of this process, and keeps them for as long as they are worked at. */
@Injectable()
export class LibraryHoldsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly leases: LibraryLeasesRepository,
    private readonly owed: OwedWritesService,
  ) {}

  /** Takes a library. Null while another worker holds it. */
  async take(key: string): Promise<HeldLibrary | null> {
    const token = this.random.hex(16);
    const extend = (): Promise<boolean> =>
      this.database.write((tx) => {
        const now = this.clock.now();
        return this.leases.hold(tx, key, { token, until: now + LEASE_MS }, now);
      });
    if (!(await extend())) return null;
    const lease = keepLease(this.clock, extend);
    return {
      lease,
      release: () => {
        lease.stop();
        const release = (): Promise<void> => this.database.write((tx) => this.leases.release(tx, key, token));
        return this.owed.make(`library ${key}`, release);
      },
    };
  }
}
