import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { permissionDenied } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { CompatKeyRepository } from './compat-key.repository.js';
import type { CurrentKey } from './judge-key.js';
import { CurrentKeyService } from './current-key.service.js';

const KEY_BYTES = 32;

/** Where administrators look at the key of the compatibility interface, issue it and take it back. Source: doc 2 §4. */
@Injectable()
export class CompatKeyService {
  constructor(
    private readonly database: Database,
    private readonly issued: CompatKeyRepository,
    private readonly keys: CurrentKeyService,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * The key that is valid at this moment; null for none.
   *
   * @throws AppError 503 when what is stored can't be opened or read
   */
  current(): Promise<CurrentKey | null> {
    return this.database.read((tx) => this.keys.get(tx));
  }

  /**
   * Issues a key in the name of this administrator. Any earlier one opens nothing from now on.
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  issue(admin: ActingAdministrator): Promise<CurrentKey> {
    const key = Secret.of(this.random.hex(KEY_BYTES));
    return privilegedWrite(this.database, admin, async (tx) => {
      await this.issued.set(tx, { key, issuerId: admin.userId, issuedAt: this.clock.now() });
      const keyInUse = await this.keys.get(tx);
      if (!keyInUse) throw permissionDenied();
      return keyInUse;
    });
  }

  /**
   * Takes the key back: it opens nothing from now on.
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  revoke(admin: Privileged): Promise<void> {
    return privilegedWrite(this.database, admin, (tx) => this.issued.remove(tx));
  }
}
