import { Column, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';
import type { Role } from '../../../core/access/permissions.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { defineSetting } from '../../settings/settings.public.js';

export const SEASON_SCOPES = ['all', 'first', 'latest', 'pilot'] as const;

export type SeasonScope = (typeof SEASON_SCOPES)[number];

/** The household's request policy. Profile ids: 0 is the library manager's first. */
export interface GlobalRequestSettings {
  readonly requireApproval: boolean;
  readonly allowSeasonChoice: boolean;
  readonly defaultSeasonScope: SeasonScope;
  readonly allowQualityChoice: boolean;
  readonly defaultQualityMovieManager: number;
  readonly defaultQualityTvManager: number;
}

export interface UserRequestSettings {
  readonly requireApproval: boolean | null;
  readonly allowSeasonChoice: boolean | null;
  readonly seasonScope: SeasonScope | null;
  readonly allowQualityChoice: boolean | null;
  readonly qualityProfileMovieManager: number | null;
  readonly qualityProfileTvManager: number | null;
}

export const INHERIT_ALL: UserRequestSettings = {
  requireApproval: null,
  allowSeasonChoice: null,
  seasonScope: null,
  allowQualityChoice: null,
  qualityProfileMovieManager: null,
  qualityProfileTvManager: null,
};

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

export interface RequestPolicy {
  readonly requireApproval: boolean;
  readonly allowQualityChoice: boolean;
  readonly allowSeasonChoice: boolean;
  readonly defaultScope: SeasonScope;
  readonly defaultProfiles: Readonly<Record<TitleKind, number>>;
}

/** Administrators never need approval and may always choose. */
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

export type SeasonInput = SeasonScope | readonly number[];

export interface SeasonChoice {
  /** The provider's numbers; empty when there are none. They take precedence over the scope. */
  readonly seasons: readonly number[];
  readonly scope: string | undefined;
}

/** A choice that the policy doesn't allow, and an unknown scope, are replaced by the default without an error. */
export function effectiveSeasons(
  policy: { readonly allowSeasonChoice: boolean; readonly defaultScope: SeasonScope },
  { seasons, scope }: SeasonChoice,
): SeasonInput {
  if (!policy.allowSeasonChoice) return policy.defaultScope;
  if (seasons.length > 0) return seasons;
  return isSeasonScope(scope) ? scope : policy.defaultScope;
}

/** The stored form: the scope, or the numbers as `1,2`, each once and in order. */
export function encodeSeasonInput(input: SeasonInput): string {
  return typeof input === 'string' ? input : distinctSeasons(input).join(',');
}

/** Each number once, the lowest first. */
export function distinctSeasons(seasons: Iterable<number>): readonly number[] {
  return [...new Set(seasons)].sort((a, b) => a - b);
}

function isSeasonScope(word: string | undefined): word is SeasonScope {
  return SEASON_SCOPES.some((scope) => scope === word);
}
