import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * How far the creation of an account has come, each committed before the next call.
 *
 * | step | what is so |
 * |---|---|
 * | wanted | the name was free, and nothing was sent yet, or nobody knows whether it arrived |
 * | made | the server has the account, and we know its id; it is not usable yet |
 * | undoing | it is given up, and what was made of it is taken away |
 */
export type IntentStep = 'wanted' | 'made' | 'undoing';

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

  /** The server's id of the account, as soon as it is known. */
  @Column({ name: 'remote_user_id', type: 'varchar', length: 320, nullable: true })
  remoteUserId: string | null;

  @Column({ type: 'varchar', length: 20 })
  step: IntentStep;

  @Column({ type: 'integer' })
  attempts: number;

  /** When it is settled without the person. */
  @Column({ name: 'next_attempt_at', type: 'bigint', transformer: epochMs })
  nextAttemptAt: number;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
