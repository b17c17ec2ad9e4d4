import { MoreThan } from 'typeorm';
import type { Database, ReadTx } from '../database/database.js';

/** Is this the only process on the storage? Asked within a write: no other process takes a lease meanwhile. */
export type AloneCheck = (tx: ReadTx) => Promise<boolean>;

/**
 * Ends all leases that stand in the database, at the start of a process that has it alone: they belong to a process that was
 * killed, and what that one was doing goes on at once instead of when they run out. Where other processes are on the database,
 * all leases stay as they are. A lease is a row whose entity has `leaseUntil`, and stands nowhere else. Source: issue 43 E33
 */
export function endLeftLeases(database: Database, isAlone: AloneCheck): Promise<void> {
  return database.write(async (tx) => {
    if (!(await isAlone(tx))) return;
    for (const { target, columns } of tx.connection.entityMetadatas) {
      if (columns.some(({ propertyName }) => propertyName === 'leaseUntil'))
        await tx.update(target, { leaseUntil: MoreThan(0) }, { leaseUntil: 0 });
    }
  });
}
