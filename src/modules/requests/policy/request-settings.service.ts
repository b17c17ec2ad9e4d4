import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { AccountsRepository } from '../../users/users.public.js';
import { RequestPoliciesService } from './request-policies.service.js';
import type { GlobalRequestSettings, UserRequestSettings } from './request-settings.js';

/** Where an administrator looks at request policies and changes them. */
@Injectable()
export class RequestSettingsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly policies: RequestPoliciesService,
  ) {}

  /** The household's policy. */
  household(): Promise<GlobalRequestSettings> {
    return this.database.read((tx) => this.policies.household(tx));
  }

  /**
   * Changes the household's policy and answers it.
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  changeHousehold(
    admin: Privileged,
    change: (stored: GlobalRequestSettings) => GlobalRequestSettings,
  ): Promise<GlobalRequestSettings> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const settings = change(await this.policies.household(tx));
      await this.policies.setHousehold(tx, settings);
      return settings;
    });
  }

  /**
   * An account's own policy.
   *
   * @throws AppError 404 for an unknown account
   */
  own(userId: number): Promise<UserRequestSettings> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.policies.own(tx, userId);
    });
  }

  /**
   * Changes an account's own policy and answers it.
   *
   * @throws AppError 404 for an unknown account; 401 and 403 when they may not any more
   */
  changeOwn(
    admin: Privileged,
    userId: number,
    change: (stored: UserRequestSettings) => UserRequestSettings,
  ): Promise<UserRequestSettings> {
    return privilegedWrite(this.database, admin, async (tx) => {
      await this.accounts.require(tx, userId);
      const settings = change(await this.policies.own(tx, userId));
      await this.policies.setOwn(tx, userId, settings);
      return settings;
    });
  }
}
