import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A title in a library that somebody wants to be told of without having asked for it. Source: issue 24, Follow a title. */
@Entity({ name: 'notification_follows' })
@Index('ix_notification_follows_title', ['tmdbId', 'mediaType', 'instanceId'])
@Index('ix_notification_follows_instance', ['instanceId'])
export class FollowRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_follows' })
  @ForeignKey('users', { name: 'fk_notification_follows_user', onDelete: 'CASCADE' })
  userId: number;

  @PrimaryColumn({
    name: 'media_type',
    type: 'varchar',
    length: 5,
    primaryKeyConstraintName: 'pk_notification_follows',
  })
  mediaType: 'movie' | 'tv';

  @PrimaryColumn({ name: 'tmdb_id', type: 'integer', primaryKeyConstraintName: 'pk_notification_follows' })
  tmdbId: number;

  @PrimaryColumn({
    name: 'instance_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_notification_follows',
  })
  @ForeignKey('service_instances', { name: 'fk_notification_follows_instance', onDelete: 'CASCADE' })
  instanceId: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
