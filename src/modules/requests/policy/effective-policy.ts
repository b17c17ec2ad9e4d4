import type { Role } from '../../../core/access/permissions.js';
import type { GlobalRequestSettings, SeasonScope, UserRequestSettings } from './request-settings.js';

/** What holds for one account's request for a title. */
export interface TitleRequestPolicy {
  readonly requireApproval: boolean;
  readonly allowQualityChoice: boolean;
  /** The profile when nothing is chosen; 0 is the library manager's first. */
  readonly defaultProfileId: number;
}

/** What holds for one account's request for a series. */
export interface SeriesRequestPolicy extends TitleRequestPolicy {
  readonly allowSeasonChoice: boolean;
  /** Which seasons are meant when nothing is chosen, or nothing may be. */
  readonly defaultScope: SeasonScope;
}

/**
 * Which policy holds for films? The household's, overridden by the account's own; administrators never need approval
 * and may always choose. Source: doc 4 section 1.11.
 */
export function effectiveFilmPolicy(
  role: Role,
  household: GlobalRequestSettings,
  own: UserRequestSettings,
): TitleRequestPolicy {
  return {
    ...effectiveSwitches(role, household, own),
    defaultProfileId: own.qualityProfileMovieManager ?? household.defaultQualityMovieManager,
  };
}

/** Which policy holds for series? By the same rule as for films. Source: doc 4 section 1.11. */
export function effectiveSeriesPolicy(
  role: Role,
  household: GlobalRequestSettings,
  own: UserRequestSettings,
): SeriesRequestPolicy {
  return {
    ...effectiveSwitches(role, household, own),
    defaultProfileId: own.qualityProfileTvManager ?? household.defaultQualityTvManager,
    allowSeasonChoice: role === 'admin' || (own.allowSeasonChoice ?? household.allowSeasonChoice),
    defaultScope: own.seasonScope ?? household.defaultSeasonScope,
  };
}

function effectiveSwitches(role: Role, household: GlobalRequestSettings, own: UserRequestSettings) {
  return {
    requireApproval: role !== 'admin' && (own.requireApproval ?? household.requireApproval),
    allowQualityChoice: role === 'admin' || (own.allowQualityChoice ?? household.allowQualityChoice),
  };
}
