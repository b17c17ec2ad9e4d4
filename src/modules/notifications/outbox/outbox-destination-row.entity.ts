import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A destination as a whole: who sends to it, and since when it takes nothing. */
@Entity({ name: 'notification_destinations' })
export class OutboxDestinationRow {
  @PrimaryColumn({
    name: 'name',
    type: 'varchar',
    length: 40,
    primaryKeyConstraintName: 'pk_notification_destinations',
  })
  name: string;

  /** Nothing is sent before; null for no such wait. */
  @Column({ name: 'paused_until', type: 'bigint', nullable: true, transformer: epochMs })
  pausedUntil: number | null;

  /** What an administrator has to do; empty while it takes what is sent. */
  @Column({ name: 'error', type: 'text' })
  error: string;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;
}
