import { z } from 'zod';
import { defineSetting } from '../../settings/settings.public.js';

/** The scopes that select seasons of a series. */
export const SEASON_SCOPES = ['all', 'first', 'latest', 'pilot'] as const;

/** One of {@link SEASON_SCOPES}. */
export type SeasonScope = (typeof SEASON_SCOPES)[number];

/** The household's request policy. Profile ids: 0 is the library manager's first. Source: doc 4 section 1.11. */
export interface GlobalRequestSettings {
  readonly requireApproval: boolean;
  readonly allowSeasonChoice: boolean;
  readonly defaultSeasonScope: SeasonScope;
  readonly allowQualityChoice: boolean;
  readonly defaultQualityMovieManager: number;
  readonly defaultQualityTvManager: number;
}

/** An account's own policy; null inherits the household's. Source: doc 4 section 1.11. */
export interface UserRequestSettings {
  readonly requireApproval: boolean | null;
  readonly allowSeasonChoice: boolean | null;
  readonly seasonScope: SeasonScope | null;
  readonly allowQualityChoice: boolean | null;
  readonly qualityProfileMovieManager: number | null;
  readonly qualityProfileTvManager: number | null;
}

/** An account that inherits everything. */
export const INHERIT_ALL: UserRequestSettings = {
  requireApproval: null,
  allowSeasonChoice: null,
  seasonScope: null,
  allowQualityChoice: null,
  qualityProfileMovieManager: null,
  qualityProfileTvManager: null,
};

/** The stored household policy. */
export const REQUEST_SETTINGS = defineSetting<GlobalRequestSettings>({
  key: 'request_settings',
  schema: z.object({
    requireApproval: z.boolean(),
    allowSeasonChoice: z.boolean(),
    defaultSeasonScope: z.enum(SEASON_SCOPES),
    allowQualityChoice: z.boolean(),
    defaultQualityMovieManager: z.int().min(0),
    defaultQualityTvManager: z.int().min(0),
  }),
  fallback: {
    requireApproval: false,
    allowSeasonChoice: true,
    defaultSeasonScope: 'all',
    allowQualityChoice: false,
    defaultQualityMovieManager: 0,
    defaultQualityTvManager: 0,
  },
});
