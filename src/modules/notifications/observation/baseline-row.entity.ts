import { Column, Entity, PrimaryColumn } from 'typeorm';

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
