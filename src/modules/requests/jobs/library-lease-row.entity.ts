import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** The worker that may change a library; one at a time. */
@Entity({ name: 'request_dispatch_locks' })
export class LibraryLeaseRow {
  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_request_dispatch_locks',
  })
  instanceId: string;

  @Column({ name: 'lease_token', type: 'varchar', length: 64 })
  leaseToken: string;

  @Column({ name: 'lease_until', type: 'bigint', transformer: epochMs })
  leaseUntil: number;
}
