import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { BoxRow } from './box-row.entity.js';

/** An account may open titles on a box. Administrators may without a row. Source: doc 3 section 8, setbox grants. */
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
