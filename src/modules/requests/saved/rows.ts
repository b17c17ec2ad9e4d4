import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import type { MatchProvenance } from '../../series-matching/series-matching.public.js';
import type { MediaType } from './work.js';

/** The saved status of a request. `available` and `downloading` are read live and never saved. */
export type SavedStatus = 'pending' | 'requested' | 'denied' | 'unavailable';

/**
 * A book is shared by all who wait for it: the row belongs to the first of those that remain and has every format that
 * anybody wants; each pays for their own. No row is ever deleted.
 */
@Entity({ name: 'request_log' })
@Index('ix_request_log_user', ['userId', 'id'])
@Index('ix_request_log_status', ['status', 'id'])
@Index('ix_request_log_instance', ['instanceId'])
@Index('ix_request_log_work', ['key', 'mediaType', 'userId'])
@Index('ix_request_log_series', ['tvdbId', 'instanceId'])
@Index('ux_request_log_open_key', ['openKey'], { unique: true })
export class RequestRow {
  @PrimaryGeneratedColumn({ name: 'id', type: 'integer', primaryKeyConstraintName: 'pk_request_log' })
  id: number;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The account's name at the time of the request; it stays when the account is removed. */
  @Column({ name: 'requester_name', type: 'varchar', length: 255 })
  requesterName: string;

  @Column({ name: 'media_type', type: 'varchar', length: 10 })
  mediaType: MediaType;

  /** See `Work.key`. */
  @Column({ name: 'work_key', type: 'varchar', length: 100, default: '' })
  key: string;

  /** The metadata provider's id of a film or a series; 0 for other titles. */
  @Column({ name: 'tmdb_id', type: 'integer' })
  tmdbId: number;

  /** The id of a book or an album as it was sent. Null for films and series. */
  @Column({ name: 'foreign_id', type: 'varchar', length: 100, nullable: true })
  foreignId: string | null;

  /** The requested formats of a book: `ebook`, `audiobook` or `both`. Empty for other titles. */
  @Column({ name: 'book_format', type: 'varchar', length: 10, default: '' })
  bookFormat: '' | 'ebook' | 'audiobook' | 'both';

  /** An album: the outside catalog that it was found in, and its id there. Null where they weren't sent. */
  @Column({ name: 'catalog_provider', type: 'varchar', length: 40, nullable: true })
  catalogProvider: string | null;

  @Column({ name: 'catalog_id', type: 'varchar', length: 100, nullable: true })
  catalogId: string | null;

  @Column({ name: 'search_term', type: 'text', nullable: true })
  searchTerm: string | null;

  @Column({ name: 'title', type: 'text' })
  title: string;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: SavedStatus;

  /** The requester's choice of profile; 0 for the server's choice. */
  @Column({ name: 'quality_profile_id', type: 'integer' })
  qualityProfileId: number;

  /** Null once the library has been removed. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64, nullable: true })
  instanceId: string | null;

  /**
   * Prevents a second request of the account for the work: for a film or an album while it is open, for a series while
   * it waits for its decision. A book has its keys at its jobs.
   */
  @Column({ name: 'open_key', type: 'varchar', length: 200, nullable: true })
  openKey: string | null;

  /** A series: its id in the library's catalog. Null for films. */
  @Column({ name: 'tvdb_id', type: 'integer', nullable: true })
  tvdbId: number | null;

  /** A series: the scope requested or chosen by its approval, or the seasons by number, `1,2`. Else empty. */
  @Column({ name: 'season_scope', type: 'text', default: '' })
  seasonScope: string;

  @Column({ name: 'season_map', type: 'text', default: '' })
  seasonMap: string;

  @Column({ name: 'match_revision', type: 'varchar', length: 24, nullable: true })
  matchRevision: string | null;

  @Column({ name: 'match_provenance', type: 'varchar', length: 10, nullable: true })
  matchProvenance: MatchProvenance | null;

  @Column({ name: 'approved_by', type: 'integer', nullable: true })
  approvedBy: number | null;

  @Column({ name: 'decided_at', type: 'bigint', nullable: true, transformer: epochMs })
  decidedAt: number | null;

  @Column({ name: 'deny_reason', type: 'text', nullable: true })
  denyReason: string | null;

  @Column({ name: 'requested_at', type: 'bigint', transformer: epochMs })
  requestedAt: number;

  @Column({ name: 'completed_at', type: 'bigint', nullable: true, transformer: epochMs })
  completedAt: number | null;

  /** Its requester and other tools no longer see it, and only the administrators' history does. It has no open key. */
  @Column({ name: 'forgotten_at', type: 'bigint', nullable: true, transformer: epochMs })
  forgottenAt: number | null;
}

@Entity({ name: 'book_request_waiters' })
@Index('ix_book_request_waiters_user', ['userId', 'requestId'])
export class SubscriberRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_book_request_waiters' })
  requestId: number;

  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_book_request_waiters' })
  userId: number;

  @Column({ name: 'username', type: 'varchar', length: 255 })
  username: string;

  /** The formats that the account wants: its own choice, which may be less than the request has. */
  @Column({ name: 'book_format', type: 'varchar', length: 10 })
  bookFormat: 'ebook' | 'audiobook' | 'both';

  @Column({ name: 'joined_at', type: 'bigint', transformer: epochMs })
  joinedAt: number;
}
