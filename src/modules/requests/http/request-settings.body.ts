import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SEASON_SCOPES, type SeasonScope } from '../policy/request-settings.js';

const PROFILE = { message: 'a quality profile must be a whole number, 0 for the first' };

const Switch = (): PropertyDecorator =>
  applyDecorators(IsOptional(), IsBoolean({ message: 'request settings are switches: send true or false' }));

const Scope = (): PropertyDecorator =>
  applyDecorators(IsOptional(), IsIn(SEASON_SCOPES, { message: 'invalid season scope' }));

const Profile = (): PropertyDecorator =>
  applyDecorators(IsOptional(), IsInt(PROFILE), Min(0, PROFILE), Max(2_147_483_647, PROFILE));

/** PUT /api/admin/request-settings. Members that are left out keep their value. Source: doc 4 section 1.11. */
export class GlobalRequestSettingsBody {
  @Switch()
  require_approval?: boolean | null;

  @Switch()
  allow_season_choice?: boolean | null;

  @Scope()
  default_season_scope?: SeasonScope | null;

  @Switch()
  allow_quality_choice?: boolean | null;

  @Profile()
  default_quality_movie_manager?: number | null;

  @Profile()
  default_quality_tv_manager?: number | null;
}

/**
 * PUT /api/admin/users/{userID}/request-settings. Members that are left out keep their value, null inherits. Source:
 * doc 4 section 1.11.
 */
export class UserRequestSettingsBody {
  @Switch()
  require_approval?: boolean | null;

  @Switch()
  allow_season_choice?: boolean | null;

  @Scope()
  season_scope?: SeasonScope | null;

  @Switch()
  allow_quality_choice?: boolean | null;

  @Profile()
  quality_profile_movie_manager?: number | null;

  @Profile()
  quality_profile_tv_manager?: number | null;
}
