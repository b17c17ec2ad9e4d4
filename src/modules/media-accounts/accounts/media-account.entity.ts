import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * An account on a media server that is linked with an account of ours; on the hub a share, or the invitation to one. Source:
 * doc 1 §2, doc 3 §9.3.
 *
 * What should be is computed from rows (`access/`); what the server has last confirmed stands here, and a job drives the
 * difference. A number of a row is given once, so work that is bound to one never meets another link.
 */
@Entity({ name: 'user_media_server_accounts' })
@Index('ux_user_media_server_accounts_user', ['userId', 'instanceId'], { unique: true })
@Index('ux_user_media_server_accounts_remote', ['instanceId', 'remoteUserId'], { unique: true })
export class MediaAccountRow {
  @PrimaryGeneratedColumn('increment', { type: 'integer', primaryKeyConstraintName: 'pk_user_media_server_accounts' })
  id: number;

  /** Null once the person is deleted, as long as their account is still to be switched off. */
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  @ForeignKey('users', { name: 'fk_user_media_server_accounts_user', onDelete: 'SET NULL' })
  userId: number | null;

  @Column({ name: 'instance_id', type: 'varchar', length: 64 })
  @ForeignKey('service_instances', { name: 'fk_user_media_server_accounts_instance' })
  instanceId: string;

  /** The server's own id of the account; on the hub the number of the account, or the address of an invitation. */
  @Column({ name: 'remote_user_id', type: 'varchar', length: 320 })
  remoteUserId: string;

  /** What the server called it when it was last read. */
  @Column({ name: 'remote_username', type: 'varchar', length: 512 })
  remoteUsername: string;

  /** The address at the hub that was invited, in lower case; empty on other servers. */
  @Column({ name: 'hub_email', type: 'varchar', length: 320 })
  hubEmail: string;

  /** Was it made by us? Stays as it is. */
  @Column({ name: 'created_by_us', type: 'boolean' })
  createdByUs: boolean;

  /** Does it follow grants? An account that doesn't is linked only, and never written to. */
  @Column({ name: 'manage_access', type: 'boolean' })
  manageAccess: boolean;

  /** Do its libraries follow the configuration too? Not those of an account that was linked, until somebody edits them here: its own, or those of the instance. */
  @Column({ name: 'manages_libraries', type: 'boolean' })
  managesLibraries: boolean;

  /** As the server said last: may it be used? */
  @Column({ name: 'is_disabled', type: 'boolean' })
  isDisabled: boolean;

  /** As the server said last: an administrator of the server, or on the hub its owner. */
  @Column({ name: 'is_administrator', type: 'boolean' })
  isAdministrator: boolean;

  /** As the hub said last: an invitation that nobody has accepted yet. */
  @Column({ name: 'is_pending', type: 'boolean' })
  isPending: boolean;

  /** What was last written to the server and read back: `on` or `off`; null while nothing was. */
  @Column({ name: 'confirmed_access', type: 'varchar', length: 3, nullable: true })
  confirmedAccess: 'on' | 'off' | null;

  /** The libraries of that, as JSON: `"all"` or a list of ids; null where they weren't written. */
  @Column({ name: 'confirmed_libraries', type: 'text', nullable: true })
  confirmedLibraries: string | null;

  /** The age limits of that, as JSON; null where none were written. */
  @Column({ name: 'confirmed_limits', type: 'text', nullable: true })
  confirmedLimits: string | null;

  /** What the limits took the place of, in the words of the server's kind; null where nothing is to be put back. */
  @Column({ name: 'limits_before', type: 'text', nullable: true })
  limitsBefore: string | null;

  /** How often the difference was tried since it arose. */
  @Column({ type: 'integer' })
  attempts: number;

  /** When the job may take it; null where nothing differs. */
  @Column({ name: 'next_attempt_at', type: 'bigint', nullable: true, transformer: epochMs })
  nextAttemptAt: number | null;

  /** Why the latest try failed, in plain words for an administrator; null where it didn't. */
  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError: string | null;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
