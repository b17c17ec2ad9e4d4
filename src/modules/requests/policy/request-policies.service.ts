import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { SettingsRepository } from '../../settings/settings.public.js';
import {
  effectiveFilmPolicy,
  effectiveSeriesPolicy,
  type SeriesRequestPolicy,
  type TitleRequestPolicy,
} from './effective-policy.js';
import {
  INHERIT_ALL,
  REQUEST_SETTINGS,
  type GlobalRequestSettings,
  type SeasonScope,
  type UserRequestSettings,
} from './request-settings.js';
import { UserRequestSettingsRow } from './user-request-settings-row.entity.js';

/** Reads and writes the request policy of the household and of each account. */
@Injectable()
export class RequestPoliciesService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
  ) {}

  /** The household's policy. */
  household(tx: ReadTx): Promise<GlobalRequestSettings> {
    return this.settings.get(tx, REQUEST_SETTINGS);
  }

  /** Replaces the household's policy. */
  setHousehold(tx: WriteTx, settings: GlobalRequestSettings): Promise<void> {
    return this.settings.set(tx, REQUEST_SETTINGS, settings);
  }

  /** An account's own policy; all null when it has none. */
  async own(tx: ReadTx, userId: number): Promise<UserRequestSettings> {
    const row = await tx.findOneBy(UserRequestSettingsRow, { userId });
    if (!row) return INHERIT_ALL;
    const { requireApproval, allowSeasonChoice, allowQualityChoice } = row;
    const { qualityProfileMovieManager, qualityProfileTvManager } = row;
    return {
      requireApproval,
      allowSeasonChoice,
      seasonScope: row.seasonScope as SeasonScope | null,
      allowQualityChoice,
      qualityProfileMovieManager,
      qualityProfileTvManager,
    };
  }

  /** Replaces an account's own policy. */
  async setOwn(tx: WriteTx, userId: number, settings: UserRequestSettings): Promise<void> {
    await tx.upsert(UserRequestSettingsRow, { userId, ...settings }, ['userId']);
  }

  /** Forgets the policy of a removed account. */
  async forget(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(UserRequestSettingsRow, { userId });
  }

  /** What holds for this account's requests for films. */
  async forFilms(tx: ReadTx, userId: number, role: Role): Promise<TitleRequestPolicy> {
    return effectiveFilmPolicy(role, await this.household(tx), await this.own(tx, userId));
  }

  /** The quality profile for this account's films when none was chosen; 0 is the library manager's first. */
  async defaultFilmProfile(userId: number): Promise<number> {
    const policy = await this.database.read((tx) => this.forFilms(tx, userId, 'user'));
    return policy.defaultProfileId;
  }

  /** What holds for this account's requests for series. */
  async forSeries(tx: ReadTx, userId: number, role: Role): Promise<SeriesRequestPolicy> {
    return effectiveSeriesPolicy(role, await this.household(tx), await this.own(tx, userId));
  }

  /** The quality profile for this account's series when none was chosen; 0 is the library manager's first. */
  async defaultSeriesProfile(userId: number): Promise<number> {
    const policy = await this.database.read((tx) => this.forSeries(tx, userId, 'user'));
    return policy.defaultProfileId;
  }
}
