import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { latestLeaseEnd } from './lease-times.js';
import { LibraryLeaseRow } from './library-lease-row.entity.js';

/** A lease on a library or a job. */
export interface Lease {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Leases on libraries: one worker at a time changes each. */
@Injectable()
export class LibraryLeasesRepository {
  /** Takes the library, or extends the lease of this token. False while another worker has it. */
  async hold(tx: WriteTx, instanceId: string, lease: Lease, now: number): Promise<boolean> {
    const held = await tx.findOneBy(LibraryLeaseRow, { instanceId });
    const isOver = !held || held.leaseUntil <= now || held.leaseUntil > latestLeaseEnd(now);
    if (!isOver && held.leaseToken !== lease.token) return false;
    await tx.upsert(LibraryLeaseRow, { instanceId, leaseToken: lease.token, leaseUntil: lease.until }, ['instanceId']);
    return true;
  }

  /** Releases the library. */
  async release(tx: WriteTx, instanceId: string, token: string): Promise<void> {
    await tx.delete(LibraryLeaseRow, { instanceId, leaseToken: token });
  }
}
