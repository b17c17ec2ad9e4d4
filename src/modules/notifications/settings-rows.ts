import { Column, Entity, PrimaryColumn, ForeignKey, Index } from 'typeorm';
import type { ChannelFormatName } from '../../clients/message-channels/channel-formats.js';
import { epochMs } from '../../core/database/portable-columns.js';

@Entity({ name: 'notification_channels' })
export class ChannelRow {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_notification_channels' })
  id: string;

  @Column({ type: 'varchar', length: 60 })
  name: string;

  @Column({ type: 'varchar', length: 8 })
  format: ChannelFormatName;

  /** Sealed: the address of a topic or a webhook lets its holder write to it. */
  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'text' })
  secret: string;

  @Column({ type: 'boolean' })
  enabled: boolean;

  @Column({ type: 'text' })
  events: string;

  /** Counts the changes of its address, so that a change is seen without opening it. */
  @Column({ name: 'place_revision', type: 'integer' })
  placeRevision: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** Whether and how an account is mentioned in the chat. An account without a row isn't. */
@Entity({ name: 'chat_preferences' })
export class ChatPreferenceRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_chat_preferences' })
  userId: number;

  @Column({ name: 'enabled', type: 'boolean' })
  enabled: boolean;

  /** A JSON list of ids at the chat service. */
  @Column({ name: 'chat_ids', type: 'text' })
  chatIds: string;

  /** A JSON object of switches by event. */
  @Column({ name: 'events', type: 'text' })
  events: string;
}

/** What an account has chosen to be pushed. Who has no row never chose. */
@Entity({ name: 'notification_prefs' })
export class NotificationPrefsRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_prefs' })
  @ForeignKey('users', { name: 'fk_notification_prefs_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'request_decision', type: 'boolean' })
  requestDecision: boolean;

  @Column({ name: 'request_pending', type: 'boolean' })
  requestPending: boolean;

  @Column({ name: 'request_auto_approved', type: 'boolean' })
  requestAutoApproved: boolean;

  @Column({ name: 'new_movie', type: 'boolean' })
  newMovie: boolean;

  @Column({ name: 'new_episode', type: 'boolean' })
  newEpisode: boolean;

  @Column({ name: 'new_book', type: 'boolean' })
  newBook: boolean;

  @Column({ name: 'new_album', type: 'boolean' })
  newAlbum: boolean;

  @Column({ name: 'content_upgraded', type: 'boolean' })
  contentUpgraded: boolean;

  @Column({ name: 'issue_created', type: 'boolean' })
  issueCreated: boolean;

  @Column({ name: 'issue_report_update', type: 'boolean' })
  issueReportUpdate: boolean;

  @Column({ name: 'agent_action_pending', type: 'boolean' })
  agentActionPending: boolean;

  @Column({ name: 'agent_digest', type: 'boolean' })
  agentDigest: boolean;

  @Column({ name: 'hub_access_request', type: 'boolean' })
  hubAccessRequest: boolean;

  @Column({ name: 'media_server_access', type: 'boolean' })
  mediaServerAccess: boolean;

  @Column({ name: 'push_enabled', type: 'boolean' })
  pushEnabled: boolean;
}

/** Does the gateway know it? `ended`: nothing is sent any more, and the token is gone; the gateway has yet to forget the device. */
export type PushTokenState = 'new' | 'known' | 'ended';

/** Rows refer to no account and no device: one that has ended can be forgotten at the gateway even when both are gone. */
@Entity({ name: 'push_tokens' })
@Index('ux_push_tokens_device', ['deviceId'], { unique: true })
@Index('ix_push_tokens_user', ['userId'])
@Index('ix_push_tokens_hash', ['tokenHash'])
@Index('ix_push_tokens_state', ['state'])
export class PushTokenRow {
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

/** By which subscription a browser is pushed to. A row ends with its device and its account. */
@Entity({ name: 'web_push_subscriptions' })
@Index('ux_web_push_subscriptions_device', ['deviceId'], { unique: true })
@Index('ux_web_push_subscriptions_endpoint', ['endpointHash'], { unique: true })
@Index('ix_web_push_subscriptions_user', ['userId'])
export class WebPushSubscriptionRow {
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

  @Column({ name: 'last_seen_at', type: 'bigint', transformer: epochMs })
  lastSeenAt: number;

  /** Until when its push service takes nothing for it; null for nothing known. */
  @Column({ name: 'paused_until', type: 'bigint', nullable: true, transformer: epochMs })
  pausedUntil: number | null;
}
