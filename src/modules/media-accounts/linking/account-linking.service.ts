import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { LiveState } from '../access/live-accounts.service.js';
import type { IdentityState } from '../accounts/hub-identity.js';
import { HubInvitationsService } from '../accounts/hub-invitations.service.js';
import {
  MediaAccountsRepository,
  type MediaAccount,
  type MediaAccountChange,
  NO_WORK,
  NOTHING_CONFIRMED,
} from '../accounts/media-accounts.repository.js';
import {
  accountGone,
  administratorsNotManaged,
  linkChangedMeanwhile,
  noLinkedAccount,
  remoteAccountMissing,
  serverFault,
} from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { type LinkedAccount, LinkedAccountsService } from '../overview/linked-accounts.service.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { type ConnectedServer, MediaServersService } from '../servers/media-servers.service.js';
import type { PersonOnServer } from '../access/server-rights.service.js';
import { LinksService } from './links.service.js';

export interface LinkedByAdministrator {
  readonly linked: LinkedAccount;
  readonly identity: IdentityState | null;
}

/** Administrators link people with accounts, end links, and say whether an account follows the grants of its person. */
@Injectable()
export class AccountLinkingService {
  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly instances: InstanceDirectoryService,
    private readonly links: MediaAccountsRepository,
    private readonly invitations: HubInvitationsService,
    private readonly servers: MediaServersService,
    private readonly linking: LinksService,
    private readonly overview: LinkedAccountsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * A link whose account is gone gives way. Managed, the account follows grants and keeps its libraries.
   * @throws AppError 404; 400 for no media server; 409 where either is linked, and for managing an administrator; 502; 401, 403
   */
  async link(
    by: Privileged,
    { userId, instanceId }: PersonOnServer,
    remoteUserId: string,
    manageAccess: boolean,
  ): Promise<LinkedByAdministrator> {
    await this.database.read((tx) => this.people.require(tx, userId));
    const remote = await requireAccount(
      await this.servers.connectNamed(instanceId),
      remoteUserId,
      remoteAccountMissing,
    );
    if (manageAccess && remote.isAdministrator) throw administratorsNotManaged();
    const gone = await this.linking.goneLink({ userId, instanceId });
    const manageFrom = manageAccess ? this.clock.now() : null;
    const { linked, identity } = await privilegedWrite(this.database, by, async (tx) => {
      await this.people.require(tx, userId);
      const { serviceType } = await this.instances.require(tx, instanceId);
      const made = await this.linking.link(tx, { userId, instanceId, serviceType, remote, manageFrom, gone });
      return { ...made, linked: await this.overview.one(tx, made.id, { state: 'found', account: remote }) };
    });
    if (!linked) throw linkChangedMeanwhile();
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
    return { linked, identity };
  }

  /** Account and grant stay, and nothing links them again by itself. @throws AppError 404; 401 and 403 for a lost right */
  async unlink(by: Privileged, { userId, instanceId }: PersonOnServer): Promise<void> {
    await privilegedWrite(this.database, by, async (tx) => {
      const link = await this.links.of(tx, userId, instanceId);
      if (!link) throw noLinkedAccount();
      await this.links.remove(tx, link.id);
      if (link.hubEmail !== '') await this.invitations.linkEnded(tx, userId);
      await this.links.suppress(tx, userId, instanceId);
    });
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
  }

  /** The account is read first and keeps its libraries. @throws AppError 404; 409 for an administrator there; 502; 401, 403 */
  async manage(by: Privileged, of: PersonOnServer): Promise<LinkedAccount> {
    const link = await this.database.read((tx) => this.links.of(tx, of.userId, of.instanceId));
    if (!link) throw noLinkedAccount();
    const remote = await requireAccount(await this.servers.connect(of.instanceId), link.remoteUserId, accountGone);
    if (remote.isAdministrator) throw administratorsNotManaged();
    return this.change(by, of, { state: 'found', account: remote }, async (tx, stored) => {
      if (stored.id !== link.id) throw linkChangedMeanwhile();
      await this.links.keepSeen(tx, stored.id, remote);
      const adopted = stored.manageAccess ? {} : { managesLibraries: false, confirmed: NOTHING_CONFIRMED };
      return { ...adopted, manageAccess: true, ...NO_WORK, nextAttemptAt: this.clock.now() };
    });
  }

  /** Link and account stay as they are; nobody is asked. @throws AppError 404; 401 and 403 for a lost right */
  stopManaging(by: Privileged, of: PersonOnServer): Promise<LinkedAccount> {
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
}

/** @throws AppError as `missing` where the server affirms that there is none; 502 */
async function requireAccount(
  { remote }: ConnectedServer,
  id: string,
  missing: () => AppError,
): Promise<RemoteAccount> {
  const account = await remote.account(id).catch((error: unknown) => {
    throw serverFault(error);
  });
  if (!account) throw missing();
  return account;
}
