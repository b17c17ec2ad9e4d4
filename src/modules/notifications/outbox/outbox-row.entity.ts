import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** How far a message has come. Source: doc 4 section 10, chat notification queue. */
export const OUTBOX_STATUSES = ['pending', 'sending', 'sent', 'failed', 'unconfirmed', 'cancelled'] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/** Nothing is older than this when it is sent, and no wait is longer, in milliseconds. */
export const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** A message to one destination. It says what it is about; whom it tells and in what words is judged when it is sent. */
@Entity({ name: 'notification_outbox' })
@Index('ix_notification_outbox_due', ['status', 'nextAttemptAt', 'destination'])
@Index('ix_notification_outbox_destination', ['destination', 'id'])
@Index('ix_notification_outbox_status', ['destination', 'status', 'id'])
@Index('ix_notification_outbox_updated', ['updatedAt'])
@Index('ix_notification_outbox_collected', ['collectKey', 'status'])
export class OutboxRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_notification_outbox' })
  id: number;

  /** The name of an `OutboxDestination`. */
  @Column({ name: 'destination', type: 'varchar', length: 40 })
  destination: string;

  @Column({ name: 'event', type: 'varchar', length: 40 })
  event: string;

  /** What it is about, in JSON: see `OutboxSubject`. */
  @Column({ name: 'subject', type: 'text' })
  subject: string;

  /** Who did it, and is not told of it in person; null for nobody. */
  @Column({ name: 'actor_id', type: 'integer', nullable: true })
  actorId: number | null;

  /** Messages of one key are collected into one while it waits to be sent first; null for none. */
  @Column({ name: 'collect_key', type: 'varchar', length: 200, nullable: true })
  collectKey: string | null;

  /** The only accounts that may be told in person, in JSON; null for everybody concerned. */
  @Column({ name: 'accounts', type: 'text', nullable: true })
  accounts: string | null;

  /** The only device that it goes to; null for all. */
  @Column({ name: 'device_id', type: 'varchar', length: 36, nullable: true })
  deviceId: string | null;

  @Column({ name: 'status', type: 'varchar', length: 12 })
  status: OutboxStatus;

  /** Why it has this status, for administrators; empty where there is nothing to say. */
  @Column({ name: 'detail', type: 'text' })
  detail: string;

  /** How often it was sent. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  @Column({ name: 'updated_at', type: 'bigint', transformer: epochMs })
  updatedAt: number;

  /** When it may be sent; null once that is over, also for one whose attempt under way is the last. */
  @Column({ name: 'next_attempt_at', type: 'bigint', nullable: true, transformer: epochMs })
  nextAttemptAt: number | null;

  /** Whose attempt is under way; null for nobody's, and for one to a destination that is another one since. */
  @Column({ name: 'attempt_token', type: 'varchar', length: 64, nullable: true })
  attemptToken: string | null;

  /** The destination's own id of what was sent; empty for none. */
  @Column({ name: 'remote_id', type: 'varchar', length: 64 })
  remoteId: string;
}
