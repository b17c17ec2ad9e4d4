import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SeasonScope, UserRequestSettings } from './request-settings.js';

/** An account's own request policy; null inherits the household's. */
@Entity({ name: 'user_request_settings' })
export class UserRequestSettingsRow implements UserRequestSettings {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_request_settings' })
  userId: number;

  @Column({ name: 'require_approval', type: 'boolean', nullable: true })
  requireApproval: boolean | null;

  @Column({ name: 'allow_season_choice', type: 'boolean', nullable: true })
  allowSeasonChoice: boolean | null;

  @Column({ name: 'season_scope_override', type: 'varchar', length: 10, nullable: true })
  seasonScope: SeasonScope | null;

  @Column({ name: 'allow_quality_choice', type: 'boolean', nullable: true })
  allowQualityChoice: boolean | null;

  @Column({ name: 'quality_profile_movie_manager', type: 'integer', nullable: true })
  qualityProfileMovieManager: number | null;

  @Column({ name: 'quality_profile_tv_manager', type: 'integer', nullable: true })
  qualityProfileTvManager: number | null;
}
