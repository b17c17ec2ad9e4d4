import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { roleHolds } from '../../../core/access/permissions.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { SessionsRepository } from '../../users/users.public.js';
import { setboxRefusal } from '../setbox.errors.js';
import { type Box, BoxesRepository } from './boxes.repository.js';

/**
 * May this account use this box now? Judged of stored rows alone, in one reading: session, role, limits, grant, box.
 * Source: doc 1 §4 Set-top box, issue 25.
 */
@Injectable()
export class BoxRightsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly boxes: BoxesRepository,
  ) {}

  /**
   * The box, for an administrator or an adult who holds it.
   *
   * @throws AppError 401 when the session has ended; 403 `not_available` for everything else, a box that there isn't too
   */
  require(caller: Caller, boxId: string): Promise<Box> {
    return this.database.read((tx) => this.judge(tx, caller, boxId));
  }

  /** As {@link require}, in a transaction. */
  async judge(tx: ReadTx, { userId, deviceId }: Caller, boxId: string): Promise<Box> {
    const owner = (await this.sessions.ownersOf(tx, [deviceId])).get(deviceId);
    if (owner?.userId !== userId) throw unauthorized();
    if (owner.kids || !roleHolds(owner.role, 'media:discover')) throw setboxRefusal('not_available');
    const box = await this.boxes.byId(tx, boxId);
    const isHeld = owner.role === 'admin' || (box !== null && (await this.boxes.isGranted(tx, box.id, userId)));
    if (!box || !isHeld) throw setboxRefusal('not_available');
    return box;
  }
}
