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
  /** Takes the library, unless another worker has it. */
  async take(tx: WriteTx, instanceId: string, lease: Lease, now: number): Promise<boolean> {
    const held = await tx.findOneBy(LibraryLeaseRow, { instanceId });
    const isOver = !held || held.leaseUntil <= now || held.leaseUntil > latestLeaseEnd(now);
    if (!isOver) return false;
    await tx.upsert(LibraryLeaseRow, { instanceId, leaseToken: lease.token, leaseUntil: lease.until }, ['instanceId']);
    return true;
  }

  /** Extends the lease of this token. False once another worker has taken the library, also where it has given it back. */
  async extend(tx: WriteTx, instanceId: string, { token, until }: Lease): Promise<boolean> {
    if (!(await tx.existsBy(LibraryLeaseRow, { instanceId, leaseToken: token }))) return false;
    await tx.update(LibraryLeaseRow, { instanceId }, { leaseUntil: until });
    return true;
  }

  /** Releases the library. */
  async release(tx: WriteTx, instanceId: string, token: string): Promise<void> {
    await tx.delete(LibraryLeaseRow, { instanceId, leaseToken: token });
  }
}
