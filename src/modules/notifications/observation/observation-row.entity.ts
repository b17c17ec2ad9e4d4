import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import type { AcceptedRequest } from '../../requests/requests.public.js';

/** A format of a book, or empty for a title without formats. */
export type ObservedFormat = '' | AcceptedRequest['formats'][number];

/**
 * What was last observed of a request, for each format of a book: the receipt for what has become available of it. It lives
 * as long as its request. See `Observation`.
 */
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
