import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import { DeviceRow } from './device.entity.js';
import { UserRow } from './user.entity.js';

/** An access token of a device's session. The token itself is not kept. Source: doc 3 section 1.6. */
@Entity({ name: 'access_tokens' })
export class AccessTokenRow {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_access_tokens' })
  tokenHash: string;

  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  @ForeignKey(() => DeviceRow, { name: 'fk_access_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_access_tokens_device')
  deviceId: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_access_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_access_tokens_user')
  userId: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_access_tokens_expiry')
  expiresAt: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  /** When the connect link was redeemed that opened this session; null for any other, and once it has set a password. */
  @Column({ name: 'link_redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  linkRedeemedAt: number | null;
}

/** A refresh token of a device's session. The token itself is not kept. Source: doc 3 section 1.6. */
@Entity({ name: 'refresh_tokens' })
@Index('ix_refresh_tokens_superseded', ['namesDevice', 'supersededAt'])
export class RefreshTokenRow {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_refresh_tokens' })
  tokenHash: string;

  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  @ForeignKey(() => DeviceRow, { name: 'fk_refresh_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_refresh_tokens_device')
  deviceId: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_refresh_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_refresh_tokens_user')
  userId: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_refresh_tokens_expiry')
  expiresAt: number;

  /** When the token was exchanged for the next one; null while it is the session's current one. */
  @Column({ name: 'superseded_at', type: 'bigint', transformer: epochMs, nullable: true })
  supersededAt: number | null;

  /** Does its text say whose device it is? Null for one of before, whose replay only this row gives away. */
  @Column({ name: 'names_device', type: 'boolean', nullable: true })
  namesDevice: boolean | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  /** When the connect link was redeemed that opened this session; null for any other, and once it has set a password. */
  @Column({ name: 'link_redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  linkRedeemedAt: number | null;
}
