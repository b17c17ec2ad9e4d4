import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * When a request or its delivery last changed, by whatever statement. Only triggers write this table (`followRows`). A
 * row whose request no longer exists means that the request was deleted.
 */
@Entity({ name: 'request_changes' })
@Index('ux_request_changes_revision', ['revision'], { unique: true })
export class RequestChangeRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_changes' })
  requestId: number;

  /** Larger than the revision of every earlier change. */
  @Column({ name: 'revision', type: 'bigint', transformer: epochMs })
  revision: number;
}
