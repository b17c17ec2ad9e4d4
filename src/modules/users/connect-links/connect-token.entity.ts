import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/epoch-ms.js';
import { UserRow } from '../accounts/user.entity.js';

/** The token of a connect link. The token itself is not kept. Source: doc 3 sections 1.6 and 1.9. */
@Entity({ name: 'connect_tokens' })
export class ConnectTokenRow {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_connect_tokens' })
  tokenHash: string;

  /** Whom the link signs in. */
  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_connect_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_user')
  userId: number;

  /** The administrator who made the link. */
  @Column({ name: 'created_by', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_connect_tokens_creator', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_creator')
  createdBy: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_connect_tokens_expiry')
  expiresAt: number;

  @Column({ name: 'redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  redeemedAt: number | null;
}
