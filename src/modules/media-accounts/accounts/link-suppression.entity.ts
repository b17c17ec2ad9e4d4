import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/**
 * An administrator has taken this person's link with this server away: nothing but an explicit link or invitation makes
 * another. Source: doc 1 §3, Management rules.
 */
@Entity({ name: 'media_account_suppressions' })
export class LinkSuppressionRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_media_account_suppressions' })
  @ForeignKey('users', { name: 'fk_media_account_suppressions_user', onDelete: 'CASCADE' })
  userId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_media_account_suppressions',
  })
  @ForeignKey('service_instances', { name: 'fk_media_account_suppressions_instance' })
  instanceId: string;
}
