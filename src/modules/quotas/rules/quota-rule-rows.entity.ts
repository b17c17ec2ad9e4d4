import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The household's rule for one kind. A kind without a row has no limit. */
@Entity({ name: 'request_quota_defaults' })
export class QuotaDefaultRow {
  @PrimaryColumn({
    name: 'media_type',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_request_quota_defaults',
  })
  mediaType: string;

  /** Empty for everything but books. */
  @PrimaryColumn({
    name: 'book_format',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_request_quota_defaults',
  })
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

  @PrimaryColumn({
    name: 'media_type',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_user_request_quotas',
  })
  mediaType: string;

  /** Empty for everything but books. */
  @PrimaryColumn({
    name: 'book_format',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_user_request_quotas',
  })
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
