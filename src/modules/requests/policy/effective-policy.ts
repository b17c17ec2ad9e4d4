import type { Role } from '../../../core/access/permissions.js';
import type { GlobalRequestSettings, SeasonScope, UserRequestSettings } from './request-settings.js';

/** The policy for one account's request for a title. */
export interface TitleRequestPolicy {
  readonly requireApproval: boolean;
  readonly allowQualityChoice: boolean;
  /** The profile when none is chosen; 0 is the library manager's first. */
  readonly defaultProfileId: number;
}

/** The policy for one account's request for a series. */
export interface SeriesRequestPolicy extends TitleRequestPolicy {
  readonly allowSeasonChoice: boolean;
  /** The seasons when none are chosen, or no choice is allowed. */
  readonly defaultScope: SeasonScope;
}

/**
 * The policy for films: the household's, overridden by the account's own. Administrators never need approval and may
 * always choose. Source: doc 4 section 1.11.
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

/** The policy for series, by the same rule as for films. Source: doc 4 section 1.11. */
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

/** The policy for books, whose profile nobody chooses. Source: doc 4 sections 1.3 (Options) and 1.11. */
export function effectiveBookPolicy(
  role: Role,
  household: GlobalRequestSettings,
  own: UserRequestSettings,
): TitleRequestPolicy {
  return { ...effectiveSwitches(role, household, own), allowQualityChoice: false, defaultProfileId: 0 };
}

function effectiveSwitches(role: Role, household: GlobalRequestSettings, own: UserRequestSettings) {
  return {
    requireApproval: role !== 'admin' && (own.requireApproval ?? household.requireApproval),
    allowQualityChoice: role === 'admin' || (own.allowQualityChoice ?? household.allowQualityChoice),
  };
}
