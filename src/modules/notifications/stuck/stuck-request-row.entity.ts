import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A request of which nothing is on disk though it could be. Source: issue 24, request_stuck. */
@Entity({ name: 'notification_stuck_requests' })
export class StuckRequestRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_stuck_requests' })
  requestId: number;

  /** When that was first seen. */
  @Column({ name: 'since', type: 'bigint', transformer: epochMs })
  since: number;

  /** When administrators were told; null while they weren't. */
  @Column({ name: 'told_at', type: 'bigint', nullable: true, transformer: epochMs })
  toldAt: number | null;
}
