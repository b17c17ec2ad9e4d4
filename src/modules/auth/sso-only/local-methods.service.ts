import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import {
  AccountsRepository,
  maySignInByPasskey,
  maySignInByPassword,
  PasskeysRepository,
} from '../../users/users.public.js';
import { SsoOnlyService } from './sso-only.service.js';

/** What may an account sign in with that this server judges by itself? Source: issue 19 section 5, last way in. */
@Injectable()
export class LocalMethodsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly ssoOnly: SsoOnlyService,
  ) {}

  /**
   * Is there a password or a passkey that lets the account in now? A method counts only where it is permitted and present; no
   * account elsewhere is one.
   *
   * @throws AppError 404 for an unknown account
   */
  async hasOne(tx: ReadTx, userId: number): Promise<boolean> {
    const account = await this.accounts.require(tx, userId);
    if (!(await this.ssoOnly.allowsLocal(tx, account))) return false;
    if (account.hasPassword && maySignInByPassword(account)) return true;
    return maySignInByPasskey(account) && (await this.passkeys.count(tx, userId)) > 0;
  }
}
