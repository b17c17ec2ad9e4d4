import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { findRow } from '../../../core/database/sql-rows.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { SettingsRepository } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import {
  effectivePolicy,
  type GlobalRequestSettings,
  INHERIT_ALL,
  REQUEST_SETTINGS,
  type RequestPolicy,
  type UserRequestSettings,
  UserRequestSettingsRow,
} from './request-settings.js';

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
