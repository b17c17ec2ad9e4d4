import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * How far the gateway has been told of a token.
 *
 * | state | meaning |
 * |---|---|
 * | new | the gateway doesn't know it yet |
 * | known | the gateway was told |
 * | ended | nothing is sent any more, and the token is gone; the gateway has yet to forget the device |
 */
export type PushTokenState = 'new' | 'known' | 'ended';

/**
 * By which token a device is pushed to. Rows refer to no account and no device, so that one that has ended can be forgotten
 * at the gateway even when both are gone. Source: doc 3 section 9.3.
 */
@Entity({ name: 'push_tokens' })
@Index('ux_push_tokens_device', ['deviceId'], { unique: true })
@Index('ix_push_tokens_user', ['userId'])
@Index('ix_push_tokens_hash', ['tokenHash'])
@Index('ix_push_tokens_state', ['state'])
export class PushTokenRow {
  /** UUID v4. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_push_tokens' })
  id: string;

  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  deviceId: string;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ type: 'varchar', length: 16 })
  platform: string;

  /** Sealed; empty once it has ended. */
  @Column({ type: 'text' })
  token: string;

  /** SHA-256 of the token, hex, by which it is found among all; empty once it has ended. */
  @Column({ name: 'token_hash', type: 'varchar', length: 64 })
  tokenHash: string;

  @Column({ type: 'varchar', length: 8 })
  state: PushTokenState;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  /** When the device last registered it, or when it ended. */
  @Column({ name: 'last_seen_at', type: 'bigint', transformer: epochMs })
  lastSeenAt: number;
}
