import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { Accounts } from '../../users/users.public.js';
import { IssuedKeys } from './issued-keys.js';
import { standingKey, type StandingKey } from './judge-key.js';

/** The key that is valid at this moment. */
@Injectable()
export class StandingKeys {
  constructor(
    private readonly issued: IssuedKeys,
    private readonly accounts: Accounts,
  ) {}

  /**
   * Null while there is none: never issued, revoked, or its issuer is no administrator any more.
   *
   * @throws AppError 503 when what is stored can't be opened or read
   */
  async get(tx: ReadTx): Promise<StandingKey | null> {
    const issued = await this.issued.get(tx);
    return standingKey(issued, issued && (await this.accounts.byId(tx, issued.issuerId)));
  }
}
