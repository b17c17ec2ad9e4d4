import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** With which app somebody opens what they watch or listen to; empty inherits the instance's choice. Source: doc 1 §2. */
@Entity({ name: 'user_media_apps' })
export class MediaAppsRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_media_apps' })
  @ForeignKey('users', { name: 'fk_user_media_apps_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'hub_ios', type: 'varchar', length: 20 })
  hubIos: string;

  @Column({ name: 'video_server_a_ios', type: 'varchar', length: 20 })
  videoServerAIos: string;

  @Column({ name: 'video_server_b_ios', type: 'varchar', length: 20 })
  videoServerBIos: string;

  @Column({ name: 'listening_ios', type: 'varchar', length: 20 })
  listeningIos: string;

  @Column({ name: 'listening_android', type: 'varchar', length: 20 })
  listeningAndroid: string;
}
