import {
  Column,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  PrimaryColumn,
  ForeignKey,
  type ValueTransformer,
} from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';
import { readSentence, storedSentence, type Sentence } from '../../core/errors/sentence.js';
import type { AcceptedRequest } from '../requests/requests.public.js';

export const OUTBOX_STATUSES = ['pending', 'sending', 'sent', 'failed', 'unconfirmed', 'cancelled'] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/** Nothing is older than this when it is sent, and no wait is longer, in milliseconds. */
export const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** A sentence in a text column, which is empty for none. */
const sentenceOrNone: ValueTransformer = {
  to: (sentence: Sentence | null | undefined) => (sentence === null ? '' : sentence && storedSentence(sentence)),
  from: (stored: string) => (stored === '' ? null : readSentence(stored)),
};

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

  /** Who did it, and gets no message of their own; null for nobody. */
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

  /** Why it has this status; null where there is nothing to say. */
  @Column({ name: 'detail', type: 'text', transformer: sentenceOrNone })
  detail: Sentence | null;

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

/** A destination as a whole: who sends to it, and since when it takes nothing. */
@Entity({ name: 'notification_destinations' })
export class OutboxDestinationRow {
  @PrimaryColumn({
    name: 'name',
    type: 'varchar',
    length: 40,
    primaryKeyConstraintName: 'pk_notification_destinations',
  })
  name: string;

  /** Nothing is sent before; null for no such wait. */
  @Column({ name: 'paused_until', type: 'bigint', nullable: true, transformer: epochMs })
  pausedUntil: number | null;

  /** What an administrator has to do; null while it takes what is sent. */
  @Column({ name: 'error', type: 'text', transformer: sentenceOrNone })
  error: Sentence | null;

  @Column({ name: 'lease_token', type: 'varchar', length: 64, nullable: true })
  leaseToken: string | null;

  @Column({ name: 'lease_until', type: 'bigint', nullable: true, transformer: epochMs })
  leaseUntil: number | null;
}

/** Since when a destination tells what has become available. See `Baseline`. One row without a destination keeps a revision. */
@Entity({ name: 'notification_baselines' })
export class BaselineRow {
  @PrimaryColumn({
    name: 'destination',
    type: 'varchar',
    length: 40,
    primaryKeyConstraintName: 'pk_notification_baselines',
  })
  destination: string;

  @Column({ name: 'revision', type: 'integer' })
  revision: number;

  @Column({ name: 'newest_request_id', type: 'integer' })
  newestId: number;
}

/** A format of a book, or empty for a title without formats. */
export type ObservedFormat = '' | AcceptedRequest['formats'][number];

/** What was last observed of a request, for each format of a book. It lives as long as its request. See `Observation`. */
@Entity({ name: 'notification_observations' })
export class ObservationRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_observations' })
  requestId: number;

  @PrimaryColumn({
    name: 'format',
    type: 'varchar',
    length: 10,
    primaryKeyConstraintName: 'pk_notification_observations',
  })
  format: ObservedFormat;

  @Column({ name: 'target', type: 'varchar', length: 64 })
  target: string;

  @Column({ name: 'seen', type: 'text' })
  seen: string;

  @Column({ name: 'baseline', type: 'integer' })
  baseline: number;

  @Column({ name: 'changed_at', type: 'bigint', transformer: epochMs })
  changedAt: number;
}

/** A title in a library that somebody follows without having asked for it. */
@Entity({ name: 'notification_follows' })
@Index('ix_notification_follows_title', ['tmdbId', 'mediaType', 'instanceId'])
@Index('ix_notification_follows_instance', ['instanceId'])
export class FollowRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_follows' })
  @ForeignKey('users', { name: 'fk_notification_follows_user', onDelete: 'CASCADE' })
  userId: number;

  @PrimaryColumn({
    name: 'media_type',
    type: 'varchar',
    length: 5,
    primaryKeyConstraintName: 'pk_notification_follows',
  })
  mediaType: 'movie' | 'tv';

  @PrimaryColumn({ name: 'tmdb_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_follows' })
  tmdbId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_notification_follows',
  })
  @ForeignKey('service_instances', { name: 'fk_notification_follows_instance', onDelete: 'CASCADE' })
  instanceId: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** A request that has nothing on disk though it could. */
@Entity({ name: 'notification_stuck_requests' })
export class StuckRequestRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_stuck_requests' })
  requestId: number;

  @Column({ name: 'since', type: 'bigint', transformer: epochMs })
  since: number;

  @Column({ name: 'told_at', type: 'bigint', nullable: true, transformer: epochMs })
  toldAt: number | null;
}

/** Whom an alert goes to: each group of receivers has its own limit. */
export type StormScope = 'broadcast' | 'administrators';

@Entity({ name: 'content_alert_claims' })
@Index('ix_content_alert_claims_scope', ['stormScope', 'claimedAt'])
export class ContentAlertClaimRow {
  /** Category, library and title. */
  @PrimaryColumn({
    name: 'alert_key',
    type: 'varchar',
    length: 255,
    primaryKeyConstraintName: 'pk_content_alert_claims',
  })
  alertKey: string;

  @Column({ name: 'claimed_at', type: 'bigint', transformer: epochMs })
  claimedAt: number;

  @Column({ name: 'storm_scope', type: 'varchar', length: 16 })
  stormScope: StormScope;
}
