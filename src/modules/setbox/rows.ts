import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';

/** A set-top box that is paired with this server. */
@Entity({ name: 'setboxes' })
export class BoxRow {
  /** 24 random bytes in hex. */
  @PrimaryColumn({ type: 'varchar', length: 48, primaryKeyConstraintName: 'pk_setboxes' })
  id: string;

  @Column({ type: 'varchar', length: 128 })
  name: string;

  /** A host name or an IPv4 address. */
  @Column({ type: 'varchar', length: 253 })
  address: string;

  /** What the box calls itself. A pairing again keeps the row. */
  @Column({ type: 'varchar', length: 256 })
  @Index('ux_setboxes_identifier', { unique: true })
  identifier: string;

  @Column({ type: 'text' })
  credentials: string;

  /** Another one after each change of the name, the address or the credentials. */
  @Column({ type: 'integer' })
  revision: number;

  /** Has the box refused the credentials since? */
  @Column({ name: 'needs_pairing', type: 'boolean' })
  needsPairing: boolean;

  @Column({ name: 'last_opened_at', type: 'bigint', nullable: true, transformer: epochMs })
  lastOpenedAt: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** An account may open titles on a box. Administrators may without a row. */
@Entity({ name: 'setbox_grants' })
export class BoxGrantRow {
  @PrimaryColumn({ name: 'setbox_id', type: 'varchar', length: 48, primaryKeyConstraintName: 'pk_setbox_grants' })
  @ForeignKey(() => BoxRow, { name: 'fk_setbox_grants_setbox', onDelete: 'CASCADE' })
  boxId: string;

  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_setbox_grants' })
  @ForeignKey('users', { name: 'fk_setbox_grants_user', onDelete: 'CASCADE' })
  @Index('ix_setbox_grants_user')
  userId: number;
}

export const setboxEntities = [BoxRow, BoxGrantRow] as const;
