import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import { mappingsAsJson, type MediaPathMapping } from '../media-paths/media-path-mapping.js';
import type { ServiceType } from '../service-kinds.js';
import { mediaServerAsJson, type StoredMediaServer } from './media-server-config.js';

/** One configured instance. The partial index keeps at most one household default per kind. */
@Entity({ name: 'service_instances' })
@Index('ux_service_instances_default', ['serviceType'], { unique: true, where: 'is_default' })
export class ServiceInstanceRow {
  @PrimaryColumn({ type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_service_instances' })
  id: string;

  @Column({ name: 'service_type', type: 'varchar', length: 32 })
  serviceType: ServiceType;

  @Column({ type: 'varchar', length: 200 })
  name: string;

  @Column({ type: 'varchar', length: 2048 })
  url: string;

  /** Sealed by the secret box, bound to this table, column and row; empty where it is opened by an account. */
  @Column({ name: 'api_key', type: 'text' })
  apiKey: string;

  @Column({ type: 'text', default: '' })
  username: string;

  @Column({ type: 'text', default: '' })
  password: string;

  @Column({ name: 'is_default', type: 'boolean' })
  isDefault: boolean;

  @Column({ name: 'sort_order', type: 'integer' })
  sortOrder: number;

  @Column({ name: 'auto_add_users', type: 'boolean' })
  autoAddUsers: boolean;

  @Column({ name: 'media_path_mappings', type: 'text', default: '[]', transformer: mappingsAsJson })
  mediaPathMappings: readonly MediaPathMapping[];

  @Column({ name: 'media_server_config', type: 'text', default: '', transformer: mediaServerAsJson })
  mediaServer: StoredMediaServer | null;

  /** With what the manager proves itself when it calls; sealed like the key, and empty while it has no webhook. */
  @Column({ name: 'webhook_token', type: 'text', default: '' })
  webhookToken: string;

  /** What is to take its place, from before the manager is changed until it has been; sealed, empty for nothing. */
  @Column({ name: 'webhook_pending_token', type: 'text', default: '' })
  webhookPendingToken: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** An account may use an instance. Nothing but a row here grants a regular account anything. */
@Entity({ name: 'user_instance_grants' })
export class InstanceGrantRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_instance_grants' })
  @ForeignKey('users', { name: 'fk_user_instance_grants_user' })
  userId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_user_instance_grants',
  })
  @ForeignKey(() => ServiceInstanceRow, { name: 'fk_user_instance_grants_instance' })
  @Index('ix_user_instance_grants_instance')
  instanceId: string;
}

/** Which instance of a kind an account prefers. A preference chooses among the granted instances; it grants nothing. */
@Entity({ name: 'user_default_instances' })
export class InstancePreferenceRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_default_instances' })
  @ForeignKey('users', { name: 'fk_user_default_instances_user' })
  userId: number;

  @PrimaryColumn({
    name: 'service_type',
    type: 'varchar',
    length: 32,
    primaryKeyConstraintName: 'pk_user_default_instances',
  })
  serviceType: ServiceType;

  @Column({ name: 'instance_id', type: 'varchar', length: 64 })
  @ForeignKey(() => ServiceInstanceRow, { name: 'fk_user_default_instances_instance' })
  @Index('ix_user_default_instances_instance')
  instanceId: string;
}
