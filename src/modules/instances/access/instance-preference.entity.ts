import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import type { ServiceType } from '../service-kinds.js';

/**
 * Which instance of a kind an account prefers (its pin). A preference chooses among the instances that are granted;
 * it grants nothing.
 */
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
