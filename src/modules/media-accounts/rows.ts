import {
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type ValueTransformer,
} from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';
import { readSentence, type Sentence, storedSentence } from '../../core/errors/sentence.js';

const sentenceAsText: ValueTransformer = {
  to: (sentence: Sentence | null): string | null => sentence && storedSentence(sentence),
  from: (text: string | null): Sentence | null => (text === null ? null : readSentence(text)),
};

/**
 * An account on a media server that is linked with an account of ours; on the hub a share, or the invitation to one. What should be is
 * computed from rows (`access/`); what the server has last confirmed stands here, and a job drives the difference. A number is given once,
 * so work bound to one never meets another link.
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

  @Column({ name: 'remote_username', type: 'varchar', length: 512 })
  remoteUsername: string;

  /** The address at the hub that was invited, in lower case; empty on other servers. */
  @Column({ name: 'hub_email', type: 'varchar', length: 320 })
  hubEmail: string;

  @Column({ name: 'created_by_us', type: 'boolean' })
  createdByUs: boolean;

  /** Does it follow grants? An account that doesn't is linked only, and never written to. */
  @Column({ name: 'manage_access', type: 'boolean' })
  manageAccess: boolean;

  /** Do its libraries follow the configuration? Not of an account that was linked, until somebody edits them here. */
  @Column({ name: 'manages_libraries', type: 'boolean' })
  managesLibraries: boolean;

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

  @Column({ name: 'confirmed_limits', type: 'text', nullable: true })
  confirmedLimits: string | null;

  /** What the limits took the place of, in the words of the server's kind; null where nothing is to be put back. */
  @Column({ name: 'limits_before', type: 'text', nullable: true })
  limitsBefore: string | null;

  @Column({ type: 'integer' })
  attempts: number;

  /** When the job may take it; null where nothing differs. */
  @Column({ name: 'next_attempt_at', type: 'bigint', nullable: true, transformer: epochMs })
  nextAttemptAt: number | null;

  @Column({ name: 'last_error', type: 'text', nullable: true, transformer: sentenceAsText })
  lastError: Sentence | null;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** An administrator ended this link: nothing but an explicit link or invitation makes another. */
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

/** Which libraries of an audiobook server: those of the instance, all with later ones, or some. */
export type LibraryPolicyMode = 'default' | 'all' | 'selected';

/** Which libraries of an audiobook server somebody gets, whether or not they have an account there. */
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

/** An account that is being made: committed before the first call, deleted once it is linked or nothing of it is left. */
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

  @Column({ name: 'name_key', type: 'varchar', length: 512 })
  nameKey: string;

  /** The one-time secret under which the account is made, sealed; empty on the hub. */
  @Column({ type: 'text' })
  secret: string;

  /** Kept once the server has the account, before the person's password is sent. Null until then, and on the hub. */
  @Column({ name: 'remote_user_id', type: 'varchar', length: 320, nullable: true })
  remoteUserId: string | null;

  /** What limits of ours took the place of, in the words of the server's kind; null where there are none. */
  @Column({ name: 'limits_before', type: 'text', nullable: true })
  limitsBefore: string | null;

  @Column({ type: 'integer' })
  attempts: number;

  @Column({ name: 'next_attempt_at', type: 'bigint', transformer: epochMs })
  nextAttemptAt: number;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** With which app somebody opens what they watch or listen to; empty inherits the instance's choice. */
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

/** Another address was named at the hub, an invitation was sent, or a sign-in from outside has made an account. */
export type HubEvent = 'hub_access_request' | 'hub_invite_sent' | 'account_made';

/** Something still to be told: written in the write that makes it true, deleted by the write that takes it. */
@Entity({ name: 'hub_events' })
export class HubEventRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_hub_events' })
  id: number;

  @Column({ name: 'event', type: 'varchar', length: 30 })
  event: HubEvent;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The server to which they were invited; null for anything else. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64, nullable: true })
  instanceId: string | null;
}

export const mediaAccountsEntities = [
  MediaAccountRow,
  LinkSuppressionRow,
  LibraryPolicyRow,
  AccountIntentRow,
  MediaAppsRow,
  HubEventRow,
] as const;
