import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import type { CompatKeyJudge } from '../../auth/auth.public.js';
import { issuerFor, type Issuer, type CurrentKey } from './judge-key.js';
import { CurrentKeyService } from './current-key.service.js';

/**
 * Answers auth's question whose key a request brings. The key and its issuer are as they are at this moment; while
 * nothing is written, no statement is needed to know that. Source: doc 2 section 5.2.
 */
@Injectable()
export class CompatKeyValidationService implements CompatKeyJudge {
  private readonly keyInUse: CachedReading<CurrentKey | null>;

  constructor(
    database: Database,
    private readonly keys: CurrentKeyService,
  ) {
    this.keyInUse = new CachedReading(database, () => database.read((tx) => keys.get(tx)));
  }

  /** @throws AppError 503, StorageError when it couldn't be judged */
  async issuerOf(brought: string): Promise<Issuer | null> {
    return issuerFor(brought, await this.keyInUse.get());
  }

  /** @throws AppError 503, StorageError when it couldn't be judged */
  async isValid(tx: ReadTx, brought: string): Promise<boolean> {
    return issuerFor(brought, await this.keys.get(tx)) !== null;
  }
}
