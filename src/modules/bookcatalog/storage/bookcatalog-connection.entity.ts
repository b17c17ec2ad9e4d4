import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** How a connection was made: an API token that somebody has pasted, or a device sign-in. */
export type ConnectionMethod = 'token' | 'oauth';

/** A credential for the book catalog, which one or more instances use. */
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

  /** Counts the changes of this row. */
  @Column({ type: 'integer' })
  revision: number;

  /** The provider has affirmed that the refresh token is good no more. */
  @Column({ name: 'reconnect_required', type: 'boolean' })
  reconnectRequired: boolean;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
