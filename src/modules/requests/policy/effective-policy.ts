import type { Role } from '../../../core/access/permissions.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { GlobalRequestSettings, SeasonScope, UserRequestSettings } from './request-settings.js';

/** The policy for the requests of one account. */
export interface RequestPolicy {
  readonly requireApproval: boolean;
  readonly allowQualityChoice: boolean;
  readonly allowSeasonChoice: boolean;
  /** The seasons of a series when none are chosen, or no choice is allowed. */
  readonly defaultScope: SeasonScope;
  /** The profile when none is chosen; 0 is the library manager's first. */
  readonly defaultProfiles: Readonly<Record<TitleKind, number>>;
}

/**
 * The household's policy, overridden by the account's own. Administrators never need approval and may always choose.
 * Source: doc 4 section 1.11.
 */
export function effectivePolicy(role: Role, household: GlobalRequestSettings, own: UserRequestSettings): RequestPolicy {
  const isAdmin = role === 'admin';
  return {
    requireApproval: !isAdmin && (own.requireApproval ?? household.requireApproval),
    allowQualityChoice: isAdmin || (own.allowQualityChoice ?? household.allowQualityChoice),
    allowSeasonChoice: isAdmin || (own.allowSeasonChoice ?? household.allowSeasonChoice),
    defaultScope: own.seasonScope ?? household.defaultSeasonScope,
    defaultProfiles: {
      movie: own.qualityProfileMovieManager ?? household.defaultQualityMovieManager,
      tv: own.qualityProfileTvManager ?? household.defaultQualityTvManager,
    },
  };
}
