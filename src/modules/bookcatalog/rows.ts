import { Column, Entity, PrimaryColumn, ForeignKey, Index } from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';

/** How a connection was made: an API token that somebody has pasted, or a device sign-in. */
export type ConnectionMethod = 'token' | 'oauth';

@Entity({ name: 'bookcatalog_connections' })
export class BookcatalogConnectionRow {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_bookcatalog_connections' })
  id: string;

  @Column({ type: 'varchar', length: 16 })
  method: ConnectionMethod;

  /** Sealed by the secret box, bound to this table, column and row. */
  @Column({ name: 'access_token', type: 'text' })
  accessToken: string;

  /** Sealed likewise; empty where there is none. */
  @Column({ name: 'refresh_token', type: 'text' })
  refreshToken: string;

  /** Until when the access token is good; null where nothing is said. */
  @Column({ name: 'expires_at', type: 'bigint', nullable: true, transformer: epochMs })
  expiresAt: number | null;

  @Column({ type: 'integer' })
  revision: number;

  /** The provider has affirmed that the refresh token is good no more. */
  @Column({ name: 'reconnect_required', type: 'boolean' })
  reconnectRequired: boolean;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** The row outlives a disconnection, so that its revision never comes a second time; it goes with the instance. */
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

  @Column({ name: 'connection_id', type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => BookcatalogConnectionRow, { name: 'fk_bookcatalog_links_connection' })
  @Index('ix_bookcatalog_links_connection')
  connectionId: string | null;

  /** Counts the changes of this row, from 1 on; where there is none it is taken for 0. */
  @Column({ type: 'integer' })
  revision: number;
}

export const bookcatalogEntities = [BookcatalogConnectionRow, BookcatalogLinkRow] as const;
