import { Injectable } from '@nestjs/common';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import {
  AccountsRepository,
  DevicesRepository,
  type HubIdentity,
  HubIdentitiesRepository,
  publishRevoked,
} from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { lastWayIn } from '../auth.errors.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import type { HubPerson, HubProgress } from './hub-attempt.js';

/** Which account at the hub signs an account of ours in, and how that ends. Source: doc 1 section 4, doc 3 section 12.1. */
@Injectable()
export class HubIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly ssoOnly: SsoOnlyService,
    private readonly devices: DevicesRepository,
    private readonly attempts: AttemptsService,
    private readonly events: EventBus,
  ) {}

  /** @throws AppError 404 for an unknown account */
  of(userId: number): Promise<HubIdentity | null> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.identities.ofUser(tx, userId);
    });
  }

  /**
   * Unlinks the caller's own account. Its sessions that the hub has begun end in the same write; once more changes nothing.
   *
   * @throws AppError 409 where nothing would be left to sign in by, 401 when the device was revoked meanwhile
   */
  async unlinkOwn({ userId, deviceId }: Caller): Promise<void> {
    const unlinked = await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      return this.unlink(tx, userId, { isOwn: true });
    });
    if (unlinked) await this.finishUnlinking(unlinked);
  }

  /**
   * Unlinks somebody's account, as an administrator. As {@link unlinkOwn}, and whether another way in is left is judged for
   * one's own account alone.
   *
   * @throws AppError 404 for an unknown account, 409 as {@link unlinkOwn}; 401 and 403 when they may not any more
   */
  async unlinkOther(admin: ActingAdministrator, userId: number): Promise<void> {
    const unlinked = await privilegedWrite(this.database, admin, async (tx) => {
      await this.accounts.require(tx, userId);
      return this.unlink(tx, userId, { isOwn: userId === admin.userId });
    });
    if (unlinked) await this.finishUnlinking(unlinked);
  }

  private async unlink(tx: WriteTx, userId: number, { isOwn }: { readonly isOwn: boolean }): Promise<Unlinked | null> {
    const identity = await this.identities.ofUser(tx, userId);
    if (!identity) return null;
    if (isOwn && !(await this.ssoOnly.hasLocalMethod(tx, userId))) throw lastWayIn();
    await this.identities.remove(tx, userId);
    return { identity, deviceIds: await this.devices.revokeWhere(tx, { userId, methods: ['hub'] }) };
  }

  /** Attempts that would sign the person in, or link the account again, end too. */
  private async finishUnlinking({ identity: { userId, hubAccountId }, deviceIds }: Unlinked): Promise<void> {
    this.attempts.endWhere<HubProgress>('hub', ({ progress: { purpose } }, outcome) => {
      const person = outcome as HubPerson | undefined;
      return person?.hubAccountId === hubAccountId || (purpose.kind === 'link' && purpose.userId === userId);
    });
    await publishRevoked(this.events, deviceIds);
  }
}

interface Unlinked {
  readonly identity: HubIdentity;
  readonly deviceIds: readonly string[];
}
