import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * An account that is being made on a media server: committed before the first call, and deleted once the account is linked or
 * nothing of it is left. Source: issue 21, Creation is durable.
 */
@Entity({ name: 'media_account_intents' })
@Index('ux_media_account_intents_user', ['userId', 'instanceId'], { unique: true })
@Index('ux_media_account_intents_name', ['instanceId', 'nameKey'], { unique: true })
@Index('ix_media_account_intents_due', ['nextAttemptAt'])
export class AccountIntentRow {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_media_account_intents' })
  id: string;

  /** Null once the person is deleted: what was made is taken away again. */
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  @ForeignKey('users', { name: 'fk_media_account_intents_user', onDelete: 'SET NULL' })
  userId: number | null;

  @Column({ name: 'instance_id', type: 'varchar', length: 64 })
  @ForeignKey('service_instances', { name: 'fk_media_account_intents_instance' })
  instanceId: string;

  /** The name that the account is to bear; on the hub the address that is invited. */
  @Column({ type: 'varchar', length: 512 })
  name: string;

  /** The name as servers compare it, in lower case. */
  @Column({ name: 'name_key', type: 'varchar', length: 512 })
  nameKey: string;

  /** The one-time secret under which the account is made, sealed; empty on the hub. */
  @Column({ type: 'text' })
  secret: string;

  /**
   * The server's id of the account. It is kept once the server has the account, which opens by the secret alone and sees no
   * more than it is to see, and before the person's password is sent. Null until then, and on the hub.
   */
  @Column({ name: 'remote_user_id', type: 'varchar', length: 320, nullable: true })
  remoteUserId: string | null;

  /** What limits of ours took the place of, in the words of the server's kind; null where there are none. */
  @Column({ name: 'limits_before', type: 'text', nullable: true })
  limitsBefore: string | null;

  /** How often it was settled without the person, in vain. */
  @Column({ type: 'integer' })
  attempts: number;

  /** When it is settled without the person. */
  @Column({ name: 'next_attempt_at', type: 'bigint', transformer: epochMs })
  nextAttemptAt: number;

  /** Whose work is under way; null where nobody works on it. */
  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  /** When somebody else may work on it, in epoch milliseconds. */
  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
