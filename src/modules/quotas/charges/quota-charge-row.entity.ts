import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import type { RefundReason } from './quota-refund.js';
import { QuotaResetRow } from './quota-reset-row.entity.js';

/**
 * One unit that an account was charged. Rows serve as history: none is ever deleted. Source: doc 4 sections 1.18 and
 * 10.
 */
@Entity({ name: 'request_quota_charges' })
@Index('ix_request_quota_charges_user', ['userId', 'chargedAt'])
export class QuotaChargeRow {
  @PrimaryGeneratedColumn({ name: 'id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_charges' })
  id: number;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ name: 'media_type', type: 'varchar', length: 10 })
  mediaType: string;

  /** Empty for everything but books. */
  @Column({ name: 'book_format', type: 'varchar', length: 10 })
  bookFormat: string;

  /** The library of the request. It may have been removed since. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64 })
  instanceId: string;

  @Column({ name: 'unit_key', type: 'varchar', length: 200 })
  unitKey: string;

  @Column({ name: 'charged_at', type: 'bigint', transformer: epochMs })
  chargedAt: number;

  /** Set once the unit was refunded: it no longer counts. */
  @Column({ name: 'refunded_at', type: 'bigint', nullable: true, transformer: epochMs })
  refundedAt: number | null;

  @Column({ name: 'refund_reason', type: 'varchar', length: 20, nullable: true })
  refundReason: RefundReason | null;

  /** The reset that refunded it, if any. */
  @ForeignKey(() => QuotaResetRow, { name: 'fk_request_quota_charges_reset' })
  @Column({ name: 'reset_id', type: 'integer', nullable: true })
  resetId: number | null;
}
