import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** By which subscription a browser is pushed to. A row ends with its device and its account. Source: issue 24, Web Push. */
@Entity({ name: 'web_push_subscriptions' })
@Index('ux_web_push_subscriptions_device', ['deviceId'], { unique: true })
@Index('ux_web_push_subscriptions_endpoint', ['endpointHash'], { unique: true })
@Index('ix_web_push_subscriptions_user', ['userId'])
export class WebPushSubscriptionRow {
  /** UUID v4. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_web_push_subscriptions' })
  id: string;

  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  @ForeignKey('devices', { name: 'fk_web_push_subscriptions_device', onDelete: 'CASCADE' })
  deviceId: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey('users', { name: 'fk_web_push_subscriptions_user', onDelete: 'CASCADE' })
  userId: number;

  /** Sealed: address and keys, in JSON. */
  @Column({ type: 'text' })
  subscription: string;

  /** SHA-256 of the address, hex, by which it is found among all. */
  @Column({ name: 'endpoint_hash', type: 'varchar', length: 64 })
  endpointHash: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  /** When the browser last registered it. */
  @Column({ name: 'last_seen_at', type: 'bigint', transformer: epochMs })
  lastSeenAt: number;

  /** Until when its push service takes nothing for it; null for nothing known. */
  @Column({ name: 'paused_until', type: 'bigint', nullable: true, transformer: epochMs })
  pausedUntil: number | null;
}
