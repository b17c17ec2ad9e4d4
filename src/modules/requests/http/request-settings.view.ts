import type { ProfileName } from '../policy/quality-profiles.js';
import type { RequestOptions } from '../policy/request-choices.js';
import type { GlobalRequestSettings, UserRequestSettings } from '../policy/request-settings.js';
import type { GlobalRequestSettingsBody, UserRequestSettingsBody } from './request-settings.body.js';

/** Source: doc 4 section 1.11, GlobalSettings. */
export function globalSettingsResponse(
  settings: GlobalRequestSettings,
  profiles: { readonly films: readonly ProfileName[]; readonly series: readonly ProfileName[] },
) {
  return {
    settings: {
      require_approval: settings.requireApproval,
      allow_season_choice: settings.allowSeasonChoice,
      default_season_scope: settings.defaultSeasonScope,
      allow_quality_choice: settings.allowQualityChoice,
      default_quality_movie_manager: settings.defaultQualityMovieManager,
      default_quality_tv_manager: settings.defaultQualityTvManager,
    },
    movie_manager_profiles: profiles.films.map(profileName),
    tv_manager_profiles: profiles.series.map(profileName),
  };
}

/** Source: doc 4 section 1.3, Options. */
export function optionsResponse(options: RequestOptions) {
  return {
    can_choose_season: options.canChooseSeason,
    can_choose_quality: options.canChooseQuality,
    default_season_scope: options.defaultSeasonScope,
    quality_profiles: options.qualityProfiles.map(profileName),
  };
}

/** What a body changes of the household's policy; left out or null keeps. */
export function changedGlobal(stored: GlobalRequestSettings, body: GlobalRequestSettingsBody): GlobalRequestSettings {
  return {
    requireApproval: body.require_approval ?? stored.requireApproval,
    allowSeasonChoice: body.allow_season_choice ?? stored.allowSeasonChoice,
    defaultSeasonScope: body.default_season_scope ?? stored.defaultSeasonScope,
    allowQualityChoice: body.allow_quality_choice ?? stored.allowQualityChoice,
    defaultQualityMovieManager: body.default_quality_movie_manager ?? stored.defaultQualityMovieManager,
    defaultQualityTvManager: body.default_quality_tv_manager ?? stored.defaultQualityTvManager,
  };
}

/** Source: doc 4 section 1.11, UserSettings. */
export function userSettingsResponse(settings: UserRequestSettings) {
  return {
    require_approval: settings.requireApproval,
    allow_season_choice: settings.allowSeasonChoice,
    season_scope: settings.seasonScope,
    allow_quality_choice: settings.allowQualityChoice,
    quality_profile_movie_manager: settings.qualityProfileMovieManager,
    quality_profile_tv_manager: settings.qualityProfileTvManager,
  };
}

/** What a body changes of an account's own policy: left out keeps, null inherits. */
export function changedUser(stored: UserRequestSettings, body: UserRequestSettingsBody): UserRequestSettings {
  return {
    requireApproval: sent(body.require_approval, stored.requireApproval),
    allowSeasonChoice: sent(body.allow_season_choice, stored.allowSeasonChoice),
    seasonScope: sent(body.season_scope, stored.seasonScope),
    allowQualityChoice: sent(body.allow_quality_choice, stored.allowQualityChoice),
    qualityProfileMovieManager: sent(body.quality_profile_movie_manager, stored.qualityProfileMovieManager),
    qualityProfileTvManager: sent(body.quality_profile_tv_manager, stored.qualityProfileTvManager),
  };
}

function profileName({ id, name }: ProfileName): ProfileName {
  return { id, name };
}

function sent<T>(value: T | null | undefined, stored: T | null): T | null {
  return value === undefined ? stored : value;
}
