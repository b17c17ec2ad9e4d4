import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SEASON_SCOPES, type SeasonScope } from '../policy/request-settings.js';

const PROFILE = { message: 'a quality profile must be a whole number, 0 for the first' };
const SCOPE = { message: 'invalid season scope' };
const SWITCH = { message: 'request settings are switches: send true or false' };

/** PUT /api/admin/request-settings. What is left out keeps its value. Source: doc 4 section 1.11. */
export class GlobalRequestSettingsBody {
  @IsOptional()
  @IsBoolean(SWITCH)
  require_approval?: boolean | null;

  @IsOptional()
  @IsBoolean(SWITCH)
  allow_season_choice?: boolean | null;

  @IsOptional()
  @IsIn(SEASON_SCOPES, SCOPE)
  default_season_scope?: SeasonScope | null;

  @IsOptional()
  @IsBoolean(SWITCH)
  allow_quality_choice?: boolean | null;

  @IsOptional()
  @Max(2_147_483_647, PROFILE)
  @Min(0, PROFILE)
  @IsInt(PROFILE)
  default_quality_movie_manager?: number | null;

  @IsOptional()
  @Max(2_147_483_647, PROFILE)
  @Min(0, PROFILE)
  @IsInt(PROFILE)
  default_quality_tv_manager?: number | null;
}

/** PUT /api/admin/users/{userID}/request-settings. Left out keeps, null inherits. Source: doc 4 section 1.11. */
export class UserRequestSettingsBody {
  @IsOptional()
  @IsBoolean(SWITCH)
  require_approval?: boolean | null;

  @IsOptional()
  @IsBoolean(SWITCH)
  allow_season_choice?: boolean | null;

  @IsOptional()
  @IsIn(SEASON_SCOPES, SCOPE)
  season_scope?: SeasonScope | null;

  @IsOptional()
  @IsBoolean(SWITCH)
  allow_quality_choice?: boolean | null;

  @IsOptional()
  @Max(2_147_483_647, PROFILE)
  @Min(0, PROFILE)
  @IsInt(PROFILE)
  quality_profile_movie_manager?: number | null;

  @IsOptional()
  @Max(2_147_483_647, PROFILE)
  @Min(0, PROFILE)
  @IsInt(PROFILE)
  quality_profile_tv_manager?: number | null;
}
