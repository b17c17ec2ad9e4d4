import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { BookcatalogConnectionRow } from './bookcatalog-connection.entity.js';

/**
 * Which connection an instance uses. The row outlives a disconnection, so that its revision never comes a second time; it
 * goes with the instance.
 */
@Entity({ name: 'bookcatalog_links' })
export class BookcatalogLinkRow {
  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_bookcatalog_links',
  })
  @ForeignKey('service_instances', { name: 'fk_bookcatalog_links_instance' })
  instanceId: string;

  /** Null after a disconnection. */
  @Column({ name: 'connection_id', type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => BookcatalogConnectionRow, { name: 'fk_bookcatalog_links_connection' })
  @Index('ix_bookcatalog_links_connection')
  connectionId: string | null;

  /** Counts the changes of this row, from 1 on; where there is none it is taken for 0. */
  @Column({ type: 'integer' })
  revision: number;
}
