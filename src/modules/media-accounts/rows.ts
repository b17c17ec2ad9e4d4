import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';

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

/**
 * An administrator has taken this person's link with this server away: nothing but an explicit link or invitation makes
 * another. Source: doc 1 §3, Management rules.
 */
@Entity({ name: 'media_account_suppressions' })
export class LinkSuppressionRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_media_account_suppressions' })
  @ForeignKey('users', { name: 'fk_media_account_suppressions_user', onDelete: 'CASCADE' })
  userId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_media_account_suppressions',
  })
  @ForeignKey('service_instances', { name: 'fk_media_account_suppressions_instance' })
  instanceId: string;
}

/** Which libraries of an audiobook server: those of the instance, all with later ones, or some. Source: doc 1 §3. */
export type LibraryPolicyMode = 'default' | 'all' | 'selected';

/** Which libraries of an audiobook server somebody gets, whether or not they have an account there. Source: doc 1 §2. */
@Entity({ name: 'media_library_policies' })
export class LibraryPolicyRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_media_library_policies' })
  @ForeignKey('users', { name: 'fk_media_library_policies_user', onDelete: 'CASCADE' })
  userId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_media_library_policies',
  })
  @ForeignKey('service_instances', { name: 'fk_media_library_policies_instance' })
  instanceId: string;

  @Column({ type: 'varchar', length: 10 })
  mode: LibraryPolicyMode;

  /** JSON array of the server's ids; empty unless the mode is `selected`. */
  @Column({ name: 'library_ids', type: 'text' })
  libraryIds: string;
}

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

/** With which app somebody opens what they watch or listen to; empty inherits the instance's choice. Source: doc 1 §2. */
@Entity({ name: 'user_media_apps' })
export class MediaAppsRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_media_apps' })
  @ForeignKey('users', { name: 'fk_user_media_apps_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'hub_ios', type: 'varchar', length: 20 })
  hubIos: string;

  @Column({ name: 'video_server_a_ios', type: 'varchar', length: 20 })
  videoServerAIos: string;

  @Column({ name: 'video_server_b_ios', type: 'varchar', length: 20 })
  videoServerBIos: string;

  @Column({ name: 'listening_ios', type: 'varchar', length: 20 })
  listeningIos: string;

  @Column({ name: 'listening_android', type: 'varchar', length: 20 })
  listeningAndroid: string;
}

/**
 * What people may be told: somebody has named another address at the hub, or was invited to a server there; somebody who has signed
 * in from outside, at the hub or at an OpenID provider, has got an account by that. Source: doc 3 section 9.1, doc 4 section 5.3;
 * issue 43 A1 for the last one.
 */
export type HubEvent = 'hub_access_request' | 'hub_invite_sent' | 'account_made';

/**
 * Something that has happened at the hub, or by a sign-in from outside, and that nobody has taken note of yet. It is written in the write that makes it true, so
 * that a crash loses none, and deleted by the write that takes it.
 */
@Entity({ name: 'hub_events' })
export class HubEventRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_hub_events' })
  id: number;

  @Column({ name: 'event', type: 'varchar', length: 30 })
  event: HubEvent;

  /** Who has named another address, was invited, or has got an account. */
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The server to which they were invited; null for anything else. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64, nullable: true })
  instanceId: string | null;
}

/** The tables of this module. */
export const mediaAccountsEntities = [
  MediaAccountRow,
  LinkSuppressionRow,
  LibraryPolicyRow,
  AccountIntentRow,
  MediaAppsRow,
  HubEventRow,
] as const;
