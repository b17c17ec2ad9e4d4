import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import { DeviceRow } from './device.entity.js';
import { UserRow } from './user.entity.js';

/** The token of a connect link. The token itself is not kept. Source: doc 3 sections 1.6 and 1.9. */
@Entity({ name: 'connect_tokens' })
export class ConnectTokenRow {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_connect_tokens' })
  tokenHash: string;

  /**
   * By which administrators name the link: 64 hex characters that say nothing of the token. Empty for a link from before it
   * was kept, which nobody can use any more.
   */
  @Column({ type: 'varchar', length: 64, default: '' })
  @Index('ix_connect_tokens_id')
  id: string;

  /** Whom the link signs in. */
  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_connect_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_user')
  userId: number;

  /** The administrator who made the link; null where a command on the server's own machine did. */
  @Column({ name: 'created_by', type: 'integer', nullable: true })
  @ForeignKey(() => UserRow, { name: 'fk_connect_tokens_creator', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_creator')
  createdBy: number | null;

  /** The device on which they made it; null where a command did, and for a link from before it was kept. */
  @Column({ name: 'created_device', type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => DeviceRow, { name: 'fk_connect_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_device')
  createdDevice: string | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs, default: 0 })
  createdAt: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_connect_tokens_expiry')
  expiresAt: number;

  @Column({ name: 'redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  redeemedAt: number | null;
}
