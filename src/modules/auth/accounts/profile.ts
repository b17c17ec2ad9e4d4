import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { Accounts, type Account } from '../../users/users.public.js';

/** What does the caller's own account say? */
@Injectable()
export class Profile {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
  ) {}

  /** @throws AppError 401 when the account was deleted after its session had been judged */
  async of(userId: number): Promise<Account> {
    const account = await this.database.read((tx) => this.accounts.byId(tx, userId));
    if (!account) throw unauthorized();
    return account;
  }
}
