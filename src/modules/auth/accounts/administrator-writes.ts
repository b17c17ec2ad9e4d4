import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { permissionDenied, unauthorized } from '../../../core/errors/app-error.js';
import { Sessions } from '../../users/users.public.js';

/** Who asks for a change, and from which device. */
export type Administrator = Pick<Caller, 'userId' | 'deviceId'>;

/**
 * Writes that change what accounts may do. A call is judged before its write has its turn: whoever loses their rights in
 * between must not get them back by what they have asked for already. Source: doc 3 section 1.6, security 12.
 */
@Injectable()
export class AdministratorWrites {
  constructor(
    private readonly database: Database,
    private readonly sessions: Sessions,
  ) {}

  /**
   * As `Database.write`, for somebody who is an administrator in this very write.
   *
   * @throws AppError 401 when the device was revoked or the account deleted meanwhile, 403 when it is an administrator's
   *   no more; and what `Database.write` throws
   */
  write<T>(admin: Administrator, work: (tx: WriteTx) => Promise<T>): Promise<T> {
    return this.database.write(async (tx) => {
      await this.confirm(tx, admin);
      return work(tx);
    });
  }

  /**
   * Is it an administrator as this transaction sees it?
   *
   * @throws AppError 401 and 403 as {@link write}
   */
  async confirm(tx: ReadTx, { deviceId }: Administrator): Promise<void> {
    const owner = (await this.sessions.ownersOf(tx, [deviceId])).get(deviceId);
    if (!owner) throw unauthorized();
    if (owner.role !== 'admin') throw permissionDenied();
  }
}
