import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * When a request last changed, in the order of changes: itself or its delivery, by whatever statement. Triggers write it
 * (`followRows`), nobody else. A row whose request is no more says that it was deleted.
 */
@Entity({ name: 'request_changes' })
@Index('ux_request_changes_revision', ['revision'], { unique: true })
export class RequestChangeRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_changes' })
  requestId: number;

  /** Larger than that of every change before it. */
  @Column({ name: 'revision', type: 'bigint', transformer: epochMs })
  revision: number;
}
