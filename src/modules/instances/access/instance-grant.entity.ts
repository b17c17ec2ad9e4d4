import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ServiceInstanceRow } from '../registry/service-instance.entity.js';

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
