import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { roleHolds } from '../../../core/access/permissions.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository, ContentPoliciesRepository, SessionsRepository } from '../../users/users.public.js';
import { adultsOnly, noRoomForBox, setboxRefusal } from '../setbox.errors.js';
import { BoxChanged, BoxGrantsEnded } from '../setbox.events.js';
import { type Box, BoxesRepository, type NewlyPaired } from './boxes.repository.js';

const MOST_BOXES = 64;

/** The boxes, and who may open titles on them. */
@Injectable()
export class BoxesService {
  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly stored: BoxesRepository,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** The boxes that the caller may use: all of them for an administrator. By name, then by id. */
  of({ userId, role }: Caller): Promise<readonly Box[]> {
    return this.database.read((tx) => (role === 'admin' ? this.stored.all(tx) : this.stored.grantedTo(tx, userId)));
  }

  /** One that is paired can, in place of itself. @throws AppError 400 where there are as many boxes as there can be */
  requireRoomFor(identifier: string): Promise<void> {
    return this.database.read(async (tx) => void (await this.pairedBefore(tx, identifier)));
  }

  /** One that was paired before keeps its id and its grants. @throws AppError 400 as {@link requireRoomFor}; 401, 403 */
  async savePaired(admin: Privileged, paired: NewlyPaired): Promise<Box> {
    const saved = await privilegedWrite(this.database, admin, async (tx) => {
      const before = await this.pairedBefore(tx, paired.identifier);
      if (before) await this.stored.pairAgain(tx, before, paired);
      else await this.stored.add(tx, paired);
      return this.require(tx, before?.id ?? paired.id);
    });
    await this.events.publish(new BoxChanged(saved.id));
    return saved;
  }

  /** What is under way at it comes to nothing. @throws AppError 403 `not_available`; 401 and 403 for a lost right */
  async change(admin: Privileged, id: string, changed: Pick<Box, 'name' | 'address'>): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) =>
      this.stored.change(tx, await this.require(tx, id), changed),
    );
    await this.events.publish(new BoxChanged(id));
  }

  /** Forgets a box, with its grants. @throws AppError as {@link change} */
  async forget(admin: Privileged, id: string): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) => {
      await this.require(tx, id);
      await this.stored.remove(tx, id);
    });
    await this.events.publish(new BoxChanged(id));
  }

  /** Which adults hold the box by a grant, the lowest id first. @throws AppError 403 `not_available` for no such box */
  holders(id: string): Promise<readonly number[]> {
    return this.database.read(async (tx) => {
      await this.require(tx, id);
      const held = await this.stored.holdersOf(tx, id);
      const kids = await this.policies.kidsAmong(tx, held);
      return held.filter((userId) => !kids.has(userId));
    });
  }

  /** To these adults and nobody else. @throws AppError 400 for an unknown or a kids account; 401 and 403 as {@link change} */
  async setHolders(admin: Privileged, id: string, userIds: readonly number[]): Promise<void> {
    const wanted = [...new Set(userIds)];
    const ended = await privilegedWrite(this.database, admin, async (tx) => {
      await this.require(tx, id);
      const kids = await this.policies.kidsAmong(tx, wanted);
      const known = await this.accounts.byIds(tx, wanted);
      if (kids.size > 0 || known.size < wanted.length) throw adultsOnly();
      const before = await this.stored.holdersOf(tx, id);
      await this.stored.setHolders(tx, id, wanted);
      return before.filter((userId) => !wanted.includes(userId));
    });
    if (ended.length > 0) await this.events.publish(new BoxGrantsEnded(id, ended));
  }

  private async require(tx: ReadTx, id: string): Promise<Box> {
    const box = await this.stored.byId(tx, id);
    if (!box) throw setboxRefusal('not_available');
    return box;
  }

  /** The box of this identifier; null for one that would be new. @throws AppError 400 where there is no room for a new one */
  private async pairedBefore(tx: ReadTx, identifier: string): Promise<Box | null> {
    const before = await this.stored.byIdentifier(tx, identifier);
    if (!before && (await this.stored.count(tx)) >= MOST_BOXES) throw noRoomForBox(MOST_BOXES);
    return before;
  }

  /** For an administrator or an adult who holds it. @throws AppError 401; 403 `not_available` for everything else */
  requireHeld(caller: Caller, boxId: string): Promise<Box> {
    return this.database.read((tx) => this.judgeHeld(tx, caller, boxId));
  }

  /** As {@link require}, in a transaction. */
  async judgeHeld(tx: ReadTx, { userId, deviceId }: Caller, boxId: string): Promise<Box> {
    const owner = (await this.sessions.ownersOf(tx, [deviceId])).get(deviceId);
    if (owner?.userId !== userId) throw unauthorized();
    if (owner.kids || !roleHolds(owner.role, 'media:discover')) throw setboxRefusal('not_available');
    const box = await this.stored.byId(tx, boxId);
    const isHeld = owner.role === 'admin' || (box !== null && (await this.stored.isGranted(tx, box.id, userId)));
    if (!box || !isHeld) throw setboxRefusal('not_available');
    return box;
  }
}
