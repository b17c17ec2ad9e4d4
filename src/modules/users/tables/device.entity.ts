import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import { UserRow } from './user.entity.js';

/** How the session of a device began. Source: doc 3 section 1.5. */
export type AuthMethod = 'local' | 'hub' | 'oidc';

/** A device that an account has signed in with. Revoked ones stay, so that their end is on record. */
@Entity({ name: 'devices' })
@Index('ix_devices_hardware', ['userId', 'hardwareId'])
export class DeviceRow {
  /** UUID v4. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_devices' })
  id: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_devices_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'device_name', type: 'varchar', length: 255 })
  deviceName: string;

  /** What the client calls its hardware; empty when it doesn't say. */
  @Column({ name: 'hardware_id', type: 'varchar', length: 255 })
  hardwareId: string;

  @Column({ name: 'auth_method', type: 'varchar', length: 16 })
  authMethod: AuthMethod;

  @Column({ name: 'oidc_issuer', type: 'varchar', length: 2048, nullable: true })
  oidcIssuer: string | null;

  @Column({ name: 'hub_account_id', type: 'varchar', length: 64, nullable: true })
  hubAccountId: string | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  @Column({ name: 'last_seen_at', type: 'bigint', transformer: epochMs })
  lastSeenAt: number;

  @Column({ name: 'revoked_at', type: 'bigint', transformer: epochMs, nullable: true })
  revokedAt: number | null;
}
