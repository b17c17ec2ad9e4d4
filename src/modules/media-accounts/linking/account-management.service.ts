import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { NOTHING_CONFIRMED } from '../accounts/confirmed-access.js';
import {
  type MediaAccount,
  type MediaAccountChange,
  MediaAccountsRepository,
  NO_WORK,
} from '../accounts/media-accounts.repository.js';
import {
  accountGone,
  administratorsNotManaged,
  linkChangedMeanwhile,
  noLinkedAccount,
  serverFault,
} from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { LiveState } from '../access/live-accounts.service.js';
import { type LinkedAccount, LinkedAccountsService } from '../overview/linked-accounts.service.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import type { PersonOnServer } from './account-linking.service.js';

/** Administrators say whether a linked account follows the grants of its person. */
@Injectable()
export class AccountManagementService {
  constructor(
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
    private readonly servers: MediaServersService,
    private readonly overview: LinkedAccountsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Manages an account from now on: it is read first, and what should be is written at once, without a change to its libraries.
   * Of one that is managed already, what failed before is tried at once.
   *
   * @throws AppError 404 where there is no link; 409 for an administrator there; 502 when the account can't be verified; 401
   *   and 403 where the caller has lost their right meanwhile
   */
  async start(by: Privileged, of: PersonOnServer): Promise<LinkedAccount> {
    const link = await this.database.read((tx) => this.links.of(tx, of.userId, of.instanceId));
    if (!link) throw noLinkedAccount();
    const remote = await this.verified(link);
    if (remote.isAdministrator) throw administratorsNotManaged();
    return this.change(by, of, { state: 'found', account: remote }, async (tx, stored) => {
      if (stored.id !== link.id) throw linkChangedMeanwhile();
      await this.links.keepSeen(tx, stored.id, remote);
      const adopted = stored.manageAccess ? {} : { managesLibraries: false, confirmed: NOTHING_CONFIRMED };
      return { ...adopted, manageAccess: true, ...NO_WORK, nextAttemptAt: this.clock.now() };
    });
  }

  /**
   * Manages an account no longer: link and account stay as they are, and what was still to be written is not. Nobody is asked.
   *
   * @throws AppError 404 where there is no link; 401 and 403 where the caller has lost their right meanwhile
   */
  stop(by: Privileged, of: PersonOnServer): Promise<LinkedAccount> {
    return this.change(by, of, { state: 'unknown' }, () => Promise.resolve({ manageAccess: false, ...NO_WORK }));
  }

  private async change(
    by: Privileged,
    { userId, instanceId }: PersonOnServer,
    live: LiveState,
    decide: (tx: WriteTx, stored: MediaAccount) => Promise<MediaAccountChange>,
  ): Promise<LinkedAccount> {
    const changed = await privilegedWrite(this.database, by, async (tx) => {
      const stored = await this.links.of(tx, userId, instanceId);
      if (!stored) throw noLinkedAccount();
      await this.links.change(tx, stored.id, await decide(tx, stored));
      return this.overview.one(tx, stored.id, live);
    });
    if (!changed) throw noLinkedAccount();
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
    return changed;
  }

  private async verified({ instanceId, remoteUserId }: MediaAccount): Promise<RemoteAccount> {
    const { remote } = await this.servers.connect(instanceId);
    const account = await remote.account(remoteUserId).catch((error: unknown) => {
      throw serverFault(error);
    });
    if (!account) throw accountGone();
    return account;
  }
}
