import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/epoch-ms.js';

/** What is asked for. */
export type MediaType = 'movie';

/**
 * What is kept about where a request stands. `available` and `downloading` are never among it: they are read live.
 * Source: doc 4 section 1.8.
 */
export type SavedStatus = 'pending' | 'requested' | 'denied' | 'unavailable';

/** One account's wish for one title in one library. Rows are history too: none is ever deleted. */
@Entity({ name: 'request_log' })
@Index('ix_request_log_user', ['userId', 'id'])
@Index('ix_request_log_status', ['status', 'id'])
@Index('ix_request_log_instance', ['instanceId'])
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

  /** Set while the request stands: it makes a second one for the same title by the same account impossible. */
  @Column({ name: 'open_key', type: 'varchar', length: 200, nullable: true })
  openKey: string | null;

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
}
