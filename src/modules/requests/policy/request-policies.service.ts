import { Injectable } from '@nestjs/common';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';
import type { Role } from '../../../core/access/permissions.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { findRow } from '../../../core/database/sql-rows.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { SEASON_SCOPES, type SeasonScope } from './season-input.js';

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

@Injectable()
export class RequestPoliciesService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  household(): Promise<GlobalRequestSettings> {
    return this.database.read((tx) => this.storedHousehold(tx));
  }

  /** @returns the policy after the change. @throws AppError 401 and 403 when the administrator has lost the right */
  changeHousehold(
    admin: Privileged,
    change: (stored: GlobalRequestSettings) => GlobalRequestSettings,
  ): Promise<GlobalRequestSettings> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const settings = change(await this.storedHousehold(tx));
      await this.settings.set(tx, REQUEST_SETTINGS, settings);
      return settings;
    });
  }

  /** All null when it has none. @throws AppError 404 for an unknown account */
  own(userId: number): Promise<UserRequestSettings> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.storedOwn(tx, userId);
    });
  }

  /** @returns the policy after the change. @throws AppError 404 for an unknown account; 401 and 403 as above */
  changeOwn(
    admin: Privileged,
    userId: number,
    change: (stored: UserRequestSettings) => UserRequestSettings,
  ): Promise<UserRequestSettings> {
    return privilegedWrite(this.database, admin, async (tx) => {
      await this.accounts.require(tx, userId);
      const settings = change(await this.storedOwn(tx, userId));
      await tx.upsert(UserRequestSettingsRow, { userId, ...settings }, ['userId']);
      return settings;
    });
  }

  async forget(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(UserRequestSettingsRow, { userId });
  }

  async of(tx: ReadTx, userId: number, role: Role): Promise<RequestPolicy> {
    return effectivePolicy(role, await this.storedHousehold(tx), await this.storedOwn(tx, userId));
  }

  /** The quality profile for this account's films or series when none was chosen; 0 is the library manager's first. */
  async defaultProfile(userId: number, mediaType: TitleKind): Promise<number> {
    const policy = await this.database.read((tx) => this.of(tx, userId, 'user'));
    return policy.defaultProfiles[mediaType];
  }

  private storedHousehold(tx: ReadTx): Promise<GlobalRequestSettings> {
    return this.settings.get(tx, REQUEST_SETTINGS);
  }

  private async storedOwn(tx: ReadTx, userId: number): Promise<UserRequestSettings> {
    return (await findRow(tx, UserRequestSettingsRow, { userId })) ?? INHERIT_ALL;
  }
}
