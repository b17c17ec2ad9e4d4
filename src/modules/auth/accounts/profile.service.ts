import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import {
  AccountsRepository,
  ContentPoliciesRepository,
  type Account,
  type ContentCaps,
} from '../../users/users.public.js';

/** What an account is told about itself. */
export interface OwnProfile {
  readonly account: Account;
  /** Null for every account but a kids account. */
  readonly caps: ContentCaps | null;
}

/** What does the caller's own account say? */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
  ) {}

  /** @throws AppError 401 when the account was deleted after its session had been judged */
  async of(userId: number): Promise<OwnProfile> {
    const { account, caps } = await this.database.read(async (tx) => ({
      account: await this.accounts.byId(tx, userId),
      caps: await this.policies.caps(tx, userId),
    }));
    if (!account) throw unauthorized();
    return { account, caps };
  }
}
