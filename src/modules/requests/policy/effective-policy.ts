import type { Role } from '../../../core/access/permissions.js';
import type { GlobalRequestSettings, UserRequestSettings } from './request-settings.js';

/** What holds for one account's request for a film. */
export interface FilmRequestPolicy {
  readonly requireApproval: boolean;
  readonly allowQualityChoice: boolean;
  /** The profile when nothing is chosen; 0 is the library manager's first. */
  readonly defaultProfileId: number;
}

/**
 * Which policy holds? The household's, overridden by the account's own; administrators never need approval and may
 * always choose. Source: doc 4 section 1.11.
 */
export function effectiveFilmPolicy(
  role: Role,
  household: GlobalRequestSettings,
  own: UserRequestSettings,
): FilmRequestPolicy {
  return {
    requireApproval: role !== 'admin' && (own.requireApproval ?? household.requireApproval),
    allowQualityChoice: role === 'admin' || (own.allowQualityChoice ?? household.allowQualityChoice),
    defaultProfileId: own.qualityProfileMovieManager ?? household.defaultQualityMovieManager,
  };
}
