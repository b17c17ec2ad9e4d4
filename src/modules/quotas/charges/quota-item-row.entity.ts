import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import type { UnitWork } from '../pricing/quota-unit.js';
import { QuotaChargeRow } from './quota-charge-row.entity.js';
import type { RefundReason } from './quota-refund.js';

/**
 * One unit of one request, and the charge that pays for it. Several units may share a charge. Source: doc 4 section 10.
 */
@Entity({ name: 'request_quota_items' })
@Index('ix_request_quota_items_charge', ['chargeId'])
export class QuotaItemRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_items' })
  requestId: number;

  /** The account that pays: each subscriber of a shared book has an item. */
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_items' })
  userId: number;

  @PrimaryColumn({
    name: 'media_type',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_request_quota_items',
  })
  mediaType: string;

  /** Empty for everything but books. */
  @PrimaryColumn({
    name: 'book_format',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_request_quota_items',
  })
  bookFormat: string;

  @PrimaryColumn({ name: 'unit_key', type: 'varchar', length: 200, primaryKeyConstraintName: 'pk_request_quota_items' })
  unitKey: string;

  @Column({ name: 'work', type: 'varchar', length: 10 })
  work: UnitWork;

  @ForeignKey(() => QuotaChargeRow, { name: 'fk_request_quota_items_charge' })
  @Column({ name: 'charge_id', type: 'integer' })
  chargeId: number;

  /** Committed immediately before the first change to a library for it, and never cleared. */
  @Column({ name: 'delivery_started_at', type: 'bigint', nullable: true, transformer: epochMs })
  deliveryStartedAt: number | null;

  /** Set once the request released the unit before its delivery could begin. */
  @Column({ name: 'released_at', type: 'bigint', nullable: true, transformer: epochMs })
  releasedAt: number | null;

  @Column({ name: 'release_reason', type: 'varchar', length: 20, nullable: true })
  releaseReason: RefundReason | null;
}
