import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { AccountsRepository } from '../../users/users.public.js';
import { CompatKeyRepository } from './compat-key.repository.js';
import { currentKey, type CurrentKey } from './judge-key.js';

/** The key that is valid at this moment. */
@Injectable()
export class CurrentKeyService {
  constructor(
    private readonly issued: CompatKeyRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * Null while there is none: never issued, revoked, or its issuer is no administrator any more.
   *
   * @throws AppError 503 when what is stored can't be opened or read
   */
  async get(tx: ReadTx): Promise<CurrentKey | null> {
    const issued = await this.issued.get(tx);
    return currentKey(issued, issued && (await this.accounts.byId(tx, issued.issuerId)));
  }
}
