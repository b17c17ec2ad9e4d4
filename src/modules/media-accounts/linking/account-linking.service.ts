import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { GoneLinksService } from '../access/gone-links.service.js';
import type { IdentityState } from '../accounts/hub-identity-states.service.js';
import { HubInvitationsService } from '../accounts/hub-invitations.service.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import {
  administratorsNotManaged,
  linkChangedMeanwhile,
  noLinkedAccount,
  remoteAccountMissing,
  serverFault,
} from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { type LinkedAccount, LinkedAccountsService } from '../overview/linked-accounts.service.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { LinkWritesService } from './link-writes.service.js';

/** A person, and a server. */
export interface PersonOnServer {
  readonly userId: number;
  readonly instanceId: string;
}

/** A link that an administrator has just made. */
export interface LinkedByAdministrator {
  readonly linked: LinkedAccount;
  /** What the account at the hub is to the sign-in of the person; null on other servers, and while an invitation waits. */
  readonly identity: IdentityState | null;
}

/** Administrators link people with accounts that are there, and end links. */
@Injectable()
export class AccountLinkingService {
  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly instances: InstanceDirectoryService,
    private readonly links: MediaAccountsRepository,
    private readonly invitations: HubInvitationsService,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly gone: GoneLinksService,
    private readonly servers: MediaServersService,
    private readonly writes: LinkWritesService,
    private readonly overview: LinkedAccountsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Links a person with an account of a server, which is read first. A link whose account is gone gives way to it. Managed, the
   * account follows their grants from now on and keeps its libraries. An administrator there can be linked and is never managed.
   *
   * @throws AppError 404 for an unknown person, instance or account; 400 for an instance that is no media server; 409 where
   *   either is linked there already, and for managing an administrator; 502 when the server can't be read; 401 and 403
   *   where the caller has lost their right meanwhile
   */
  async link(
    by: Privileged,
    { userId, instanceId }: PersonOnServer,
    remoteUserId: string,
    manageAccess: boolean,
  ): Promise<LinkedByAdministrator> {
    await this.database.read((tx) => this.people.require(tx, userId));
    const remote = await this.remoteAccount(instanceId, remoteUserId);
    if (manageAccess && remote.isAdministrator) throw administratorsNotManaged();
    const gone = await this.gone.of({ userId, instanceId });
    const manageFrom = manageAccess ? this.clock.now() : null;
    const { linked, identity } = await privilegedWrite(this.database, by, async (tx) => {
      await this.people.require(tx, userId);
      const { serviceType } = await this.instances.require(tx, instanceId);
      const made = await this.writes.link(tx, { userId, instanceId, serviceType, remote, manageFrom, gone });
      return { ...made, linked: await this.overview.one(tx, made.id, { state: 'found', account: remote }) };
    });
    if (!linked) throw linkChangedMeanwhile();
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
    return { linked, identity };
  }

  /**
   * Ends a link, and all that was still to be written for it. The account there and the grant stay, and nothing links them again
   * by itself.
   *
   * @throws AppError 404 where there is no link; 401 and 403 where the caller has lost their right meanwhile
   */
  async unlink(by: Privileged, { userId, instanceId }: PersonOnServer): Promise<void> {
    await privilegedWrite(this.database, by, async (tx) => {
      const link = await this.links.of(tx, userId, instanceId);
      if (!link) throw noLinkedAccount();
      await this.links.remove(tx, link.id);
      if (link.hubEmail !== '') await this.invitations.linkEnded(tx, userId);
      await this.suppressions.add(tx, userId, instanceId);
    });
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
  }

  private async remoteAccount(instanceId: string, remoteUserId: string): Promise<RemoteAccount> {
    const { remote } = await this.servers.connectNamed(instanceId);
    const account = await remote.account(remoteUserId).catch((error: unknown) => {
      throw serverFault(error);
    });
    if (!account) throw remoteAccountMissing();
    return account;
  }
}
