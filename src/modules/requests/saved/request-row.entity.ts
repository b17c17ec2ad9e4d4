import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import type { MatchProvenance } from '../../series-matching/series-matching.public.js';

/** What is asked for. */
export type MediaType = 'movie' | 'tv';

/**
 * What is kept about where a request stands. `available` and `downloading` are never among it: they are read live.
 * Source: doc 4 section 1.8.
 */
export type SavedStatus = 'pending' | 'requested' | 'denied' | 'unavailable';

/** One account's request for one title in one library. Rows are history too: none is ever deleted. */
@Entity({ name: 'request_log' })
@Index('ix_request_log_user', ['userId', 'id'])
@Index('ix_request_log_status', ['status', 'id'])
@Index('ix_request_log_instance', ['instanceId'])
@Index('ix_request_log_title', ['tmdbId', 'mediaType', 'userId'])
@Index('ix_request_log_series', ['tvdbId', 'instanceId'])
@Index('ux_request_log_open_key', ['openKey'], { unique: true })
export class RequestRow {
  @PrimaryGeneratedColumn({ name: 'id', type: 'integer', primaryKeyConstraintName: 'pk_request_log' })
  id: number;

  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The account's name when it asked: it outlives the account. */
  @Column({ name: 'requester_name', type: 'varchar', length: 255 })
  requesterName: string;

  @Column({ name: 'media_type', type: 'varchar', length: 10 })
  mediaType: MediaType;

  @Column({ name: 'tmdb_id', type: 'integer' })
  tmdbId: number;

  @Column({ name: 'title', type: 'text' })
  title: string;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: SavedStatus;

  /** The profile that the requester chose, 0 for the server's choice. */
  @Column({ name: 'quality_profile_id', type: 'integer' })
  qualityProfileId: number;

  /** Null once the library has been removed. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64, nullable: true })
  instanceId: string | null;

  /**
   * Makes a second request for the same title by the same account impossible: beside a film's while that stands, beside
   * a series' while that awaits its decision.
   */
  @Column({ name: 'open_key', type: 'varchar', length: 200, nullable: true })
  openKey: string | null;

  /** A series: its id in the library's catalog. Null for films. */
  @Column({ name: 'tvdb_id', type: 'integer', nullable: true })
  tvdbId: number | null;

  /**
   * A series: the scope that was asked for, or that its approval chose, or the seasons by number as they were asked
   * for, `1,2`. The map may be for fewer. Empty for films.
   */
  @Column({ name: 'season_scope', type: 'text', default: '' })
  seasonScope: string;

  /** A series: the seasons that it is for, as `encodeSeasonMap` writes them. Empty for films. */
  @Column({ name: 'season_map', type: 'text', default: '' })
  seasonMap: string;

  /** A series: the revision of the match that the map was made by. Null for films. */
  @Column({ name: 'match_revision', type: 'varchar', length: 24, nullable: true })
  matchRevision: string | null;

  /** A series: how its match was found. Null for films. */
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

  /** When the library accepted it. */
  @Column({ name: 'completed_at', type: 'bigint', nullable: true, transformer: epochMs })
  completedAt: number | null;

  /**
   * When it was forgotten: since then it is gone for its requester and for anyone who reads the ledger, and the history of
   * administrators alone keeps it. Such a request holds no open key.
   */
  @Column({ name: 'forgotten_at', type: 'bigint', nullable: true, transformer: epochMs })
  forgottenAt: number | null;
}
