import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  ForeignKey,
  Index,
  PrimaryColumn,
  type PrimaryColumnOptions,
} from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';

/** Why a unit was refunded. */
export type RefundReason = 'cancelled' | 'denied' | 'no_op' | 'reset';

/** How much of a season is requested: its first episode, or all of it. Empty for other titles. */
export type UnitWork = 'pilot' | 'season' | '';

/** A column of the name of a kind, within the key of a table. The format is empty for everything but books. */
const partOfName = (name: 'media_type' | 'book_format', table: string): PrimaryColumnOptions => ({
  name,
  type: 'varchar',
  length: 10,
  primaryKeyConstraintName: `pk_${table}`,
});

/** The household's rule for one kind. A kind without a row has no limit. */
@Entity({ name: 'request_quota_defaults' })
export class QuotaDefaultRow {
  @PrimaryColumn(partOfName('media_type', 'request_quota_defaults'))
  mediaType: string;

  @PrimaryColumn(partOfName('book_format', 'request_quota_defaults'))
  bookFormat: string;

  /** Null for no limit. */
  @Column({ name: 'count', type: 'integer', nullable: true })
  count: number | null;

  @Column({ name: 'window_days', type: 'integer' })
  windowDays: number;
}

/** An account's own rule for one kind, in place of the household's. A missing row and one marked so inherit. */
@Entity({ name: 'user_request_quotas' })
export class UserQuotaRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_request_quotas' })
  userId: number;

  @PrimaryColumn(partOfName('media_type', 'user_request_quotas'))
  mediaType: string;

  @PrimaryColumn(partOfName('book_format', 'user_request_quotas'))
  bookFormat: string;

  /** True when the household's rule applies; count and window are ignored then. */
  @Column({ name: 'inherit', type: 'boolean' })
  inherit: boolean;

  /** Null for no limit. */
  @Column({ name: 'count', type: 'integer', nullable: true })
  count: number | null;

  @Column({ name: 'window_days', type: 'integer' })
  windowDays: number;
}

/** A reset of an account's usage by an administrator; never deleted. */
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

/** One unit that an account was charged. Rows serve as history: none is ever deleted. */
@Entity({ name: 'request_quota_charges' })
@Index('ix_request_quota_charges_user', ['userId', 'chargedAt'])
export class QuotaChargeRow {
  @PrimaryGeneratedColumn({ name: 'id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_charges' })
  id: number;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ name: 'media_type', type: 'varchar', length: 10 })
  mediaType: string;

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

/** One unit of one request, and the charge that pays for it. Several units may share a charge. */
@Entity({ name: 'request_quota_items' })
@Index('ix_request_quota_items_charge', ['chargeId'])
export class QuotaItemRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_items' })
  requestId: number;

  /** The account that pays: each subscriber of a shared book has an item. */
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_request_quota_items' })
  userId: number;

  @PrimaryColumn(partOfName('media_type', 'request_quota_items'))
  mediaType: string;

  @PrimaryColumn(partOfName('book_format', 'request_quota_items'))
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

/** The tables of this module. */
export const quotasEntities = [QuotaDefaultRow, UserQuotaRow, QuotaResetRow, QuotaChargeRow, QuotaItemRow] as const;
