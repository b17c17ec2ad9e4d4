import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import type { MediaServerRecord, ServiceType } from '../../instances/instances.public.js';
import { AccessReviewService } from '../access/access-review.service.js';
import type { PersonOnServer } from '../access/server-rights.service.js';
import { HubIdentitiesRepository } from '../../users/users.public.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { hubIdentityState, type IdentityState } from '../accounts/hub-identity.js';
import { HubInvitationsService } from '../accounts/hub-invitations.service.js';
import { MediaAccountsRepository, type MediaAccount, LINKED_ONLY } from '../accounts/media-accounts.repository.js';
import { accountExists, remoteAlreadyLinked } from '../media-accounts.errors.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import { isCalled, type RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';

export interface GoneLink {
  readonly id: number;
  readonly remoteUserId: string;
  readonly server: MediaServerRecord;
}

/** Somebody who has no account on a server, as far as was read. */
export interface PersonWithoutAccount extends PersonOnServer {
  readonly gone: GoneLink | null;
}

const isSameServer = (one: MediaServerRecord, other: MediaServerRecord): boolean =>
  one.url === other.url && one.config.machineIdentifier === other.config.machineIdentifier;

export interface ExplicitLink extends PersonOnServer {
  readonly serviceType: ServiceType;
  readonly remote: RemoteAccount;
  /** When a managed account is looked at, in epoch milliseconds; null links only. */
  readonly manageFrom: number | null;
  readonly gone: GoneLink | null;
}

export interface NewLink {
  readonly id: number;
  /** Null on other servers than the hub, and while an invitation waits. */
  readonly identity: IdentityState | null;
}

/**
 * Links people with accounts that are there, inside the write of somebody who has judged the right to. A link whose account is gone, as the
 * server confirms, gives way to another that its person gets; to no shared address, no sign-in and no import.
 */
@Injectable()
export class LinksService {
  constructor(
    private readonly links: MediaAccountsRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly database: Database,
    private readonly reviews: AccessReviewService,
    private readonly invitations: HubInvitationsService,
    private readonly servers: MediaServersService,
    private readonly readings: LiveReadingsService,
  ) {}

  /** It ends a suppression; libraries and limits stay. @throws AppError 409 where either is linked, or just being made */
  async link(tx: WriteTx, link: ExplicitLink): Promise<NewLink> {
    const { userId, instanceId, serviceType, remote, manageFrom, gone } = link;
    // What has just been read is not gone.
    const isThere = gone !== null && isCalled(remote, gone.remoteUserId);
    await this.endGone(tx, { userId, instanceId }, isThere ? null : gone);
    // Somebody for whom one is being made has it as soon as that is settled.
    if (await this.intents.of(tx, userId, instanceId)) throw accountExists();
    const theirs = await this.links.withRemote(tx, instanceId, remote.id);
    if (theirs || (await this.intents.isMaking(tx, instanceId, remote))) throw remoteAlreadyLinked();
    const manageAccess = manageFrom !== null;
    const id = await this.links.add(tx, { userId, instanceId, remote, ...LINKED_ONLY, manageAccess });
    if (manageAccess) await this.links.change(tx, id, { nextAttemptAt: manageFrom });
    await this.links.endSuppression(tx, userId, instanceId);
    const isAccountAtHub = serviceType === 'hub' && !remote.isPending;
    return { id, identity: isAccountAtHub ? await hubIdentityState(this.identities, tx, userId, remote.id) : null };
  }

  /** Not in a transaction. @throws AppError 409 `account_exists` unless the server affirms within 4 s that it is gone; InstanceMissing */
  async goneLink({ userId, instanceId }: PersonOnServer): Promise<GoneLink | null> {
    const link = await this.database.read((tx) => this.links.of(tx, userId, instanceId));
    if (!link) return null;
    const { id, remoteUserId } = link;
    const { server, account } = await this.readRemote(link);
    if (account) throw accountExists();
    return { id, remoteUserId, server };
  }

  /**
   * Ends the link of a person, and all that was still to be written for it: inside the write that makes another one.
   * @throws AppError 409 `account_exists` for another link or account by now, a moved instance, or a share about to be made anew
   */
  async endGone(tx: WriteTx, { userId, instanceId }: PersonOnServer, gone: GoneLink | null): Promise<void> {
    const link = await this.links.of(tx, userId, instanceId);
    if (!link) return;
    if (!gone || !(await this.isStillGone(tx, link, gone))) throw accountExists();
    await this.links.remove(tx, link.id);
    if (link.hubEmail !== '') await this.invitations.linkEnded(tx, userId);
  }

  private async readRemote({ instanceId, remoteUserId }: MediaAccount): Promise<{
    readonly server: MediaServerRecord;
    readonly account: RemoteAccount | null;
  }> {
    try {
      const { server, remote } = await this.servers.connect(instanceId);
      const account = await this.readings.read(instanceId, ({ signal, inTurn }) =>
        inTurn(() => remote.account(remoteUserId, signal)),
      );
      return { server, account };
    } catch (error) {
      if (error instanceof UpstreamError || error instanceof SecretUnreadable) throw accountExists();
      throw error;
    }
  }

  private async isStillGone(tx: ReadTx, link: MediaAccount, gone: GoneLink): Promise<boolean> {
    if (link.id !== gone.id || link.remoteUserId !== gone.remoteUserId) return false;
    const review = await this.reviews.reviewOne(tx, link);
    if (!review || !isSameServer(review.server, gone.server)) return false;
    // At the hub the job makes it anew, and a call of it may be on its way.
    return review.server.serviceType !== 'hub' || !review.isPending;
  }
}
