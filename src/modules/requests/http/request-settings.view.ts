import type { ProfileName } from '../policy/quality-profiles.service.js';
import type { RequestOptions } from '../policy/request-choices.service.js';
import type { GlobalRequestSettings, UserRequestSettings, SeasonScope } from '../policy/request-settings.js';
import type { GlobalRequestSettingsBody, UserRequestSettingsBody } from './request-settings.body.js';

/** A quality profile of a library. */
export interface QualityProfileView {
  readonly id: number;
  readonly name: string;
}

/** The household's request policy, with the available quality profiles. Source: doc 4 section 1.11, GlobalSettings. */
export interface GlobalRequestSettingsView {
  readonly settings: {
    readonly require_approval: boolean;
    readonly allow_season_choice: boolean;
    readonly default_season_scope: SeasonScope;
    readonly allow_quality_choice: boolean;
    /** 0 for the library's first profile. */
    readonly default_quality_movie_manager: number;
    /** 0 for the library's first profile. */
    readonly default_quality_tv_manager: number;
  };
  /** Empty while the library can't be reached. */
  readonly movie_manager_profiles: readonly QualityProfileView[];
  /** Empty while the library can't be reached. */
  readonly tv_manager_profiles: readonly QualityProfileView[];
}

/** What the caller may choose in a request. Source: doc 4 section 1.3, Options. */
export interface RequestOptionsView {
  readonly can_choose_season: boolean;
  readonly can_choose_quality: boolean;
  /**
   * True when a new request of the caller waits until an administrator has approved it. A book that others have asked for
   * already is shared with them, and with it what was decided of it.
   */
  readonly needs_approval: boolean;
  readonly default_season_scope: SeasonScope;
  /** Empty when nothing may be chosen. */
  readonly quality_profiles: readonly QualityProfileView[];
}

/** An account's own request policy; null inherits the household's. Source: doc 4 section 1.11, UserSettings. */
export interface UserRequestSettingsView {
  readonly require_approval: boolean | null;
  readonly allow_season_choice: boolean | null;
  readonly season_scope: SeasonScope | null;
  readonly allow_quality_choice: boolean | null;
  readonly quality_profile_movie_manager: number | null;
  readonly quality_profile_tv_manager: number | null;
}

/** The household's request policy. */
export function globalSettingsResponse(
  settings: GlobalRequestSettings,
  profiles: { readonly films: readonly ProfileName[]; readonly series: readonly ProfileName[] },
): GlobalRequestSettingsView {
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

/** What the caller may choose. */
export function optionsResponse(options: RequestOptions): RequestOptionsView {
  return {
    can_choose_season: options.canChooseSeason,
    can_choose_quality: options.canChooseQuality,
    needs_approval: options.needsApproval,
    default_season_scope: options.defaultSeasonScope,
    quality_profiles: options.qualityProfiles.map(profileName),
  };
}

/** Applies a body to the household's policy; left out or null keeps the stored value. */
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

/** An account's own request policy. */
export function userSettingsResponse(settings: UserRequestSettings): UserRequestSettingsView {
  return {
    require_approval: settings.requireApproval,
    allow_season_choice: settings.allowSeasonChoice,
    season_scope: settings.seasonScope,
    allow_quality_choice: settings.allowQualityChoice,
    quality_profile_movie_manager: settings.qualityProfileMovieManager,
    quality_profile_tv_manager: settings.qualityProfileTvManager,
  };
}

/** Applies a body to an account's own policy: left out keeps the stored value, null inherits. */
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

function profileName({ id, name }: ProfileName): QualityProfileView {
  return { id, name };
}

function sent<T>(value: T | null | undefined, stored: T | null): T | null {
  return value === undefined ? stored : value;
}
