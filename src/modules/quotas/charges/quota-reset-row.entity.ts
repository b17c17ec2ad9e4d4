import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A reset of an account's usage by an administrator; never deleted. Source: doc 2 section 4, requests rule 2. */
@Entity({ name: 'request_quota_resets' })
export class QuotaResetRow {
  @PrimaryGeneratedColumn({ name: 'id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_resets' })
  id: number;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ name: 'admin_id', type: 'integer' })
  adminId: number;

  /** The kinds that were cleared, separated by commas. */
  @Column({ name: 'allowances', type: 'varchar', length: 100 })
  allowances: string;

  /** The units that counted until then. */
  @Column({ name: 'restored_units', type: 'integer' })
  restoredUnits: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
