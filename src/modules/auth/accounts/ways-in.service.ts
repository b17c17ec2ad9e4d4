import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import {
  AccountsRepository,
  maySignInByPasskey,
  maySignInByPassword,
  PasskeysRepository,
} from '../../users/users.public.js';
import { lastWayIn } from '../auth.errors.js';

/** Does somebody whose account elsewhere is unlinked still get in? Source: doc 1 section 4; issue 19 section 5. */
@Injectable()
export class WaysInService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly passkeys: PasskeysRepository,
  ) {}

  /**
   * Resolves where the account has a local way in: a permitted method counts only with a password or a passkey present.
   *
   * @throws AppError 409 where it has none, 404 for an unknown account
   */
  async requireLocal(tx: ReadTx, userId: number): Promise<void> {
    const account = await this.accounts.require(tx, userId);
    if (maySignInByPassword(account) && account.hasPassword) return;
    if (maySignInByPasskey(account) && (await this.passkeys.count(tx, userId)) > 0) return;
    throw lastWayIn();
  }
}
