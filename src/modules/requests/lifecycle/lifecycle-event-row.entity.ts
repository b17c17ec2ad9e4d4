import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import type { JobFormat } from '../jobs/dispatch-row.entity.js';

/** What people may be told of a request. Source: doc 2 section 6, chat notification event keys. */
export type LifecycleEvent =
  | 'request_pending'
  | 'request_auto_approved'
  | 'request_approved'
  | 'request_denied'
  | 'request_failed';

/**
 * A transition of a request that nobody has taken note of yet. It is written in the write of the transition itself, so that a
 * crash loses none, and deleted by the write that takes it.
 */
@Entity({ name: 'request_events' })
export class LifecycleEventRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_request_events' })
  id: number;

  @Column({ name: 'request_id', type: 'integer' })
  requestId: number;

  @Column({ name: 'event', type: 'varchar', length: 30 })
  event: LifecycleEvent;

  /** A failed delivery of a book: its format; else empty. */
  @Column({ name: 'format', type: 'varchar', length: 10 })
  format: JobFormat;

  /** Who did it: the administrator who decided, the requester of what needs no decision; null for nobody. */
  @Column({ name: 'actor_id', type: 'integer', nullable: true })
  actorId: number | null;

  @Column({ name: 'at', type: 'bigint', transformer: epochMs })
  at: number;
}
