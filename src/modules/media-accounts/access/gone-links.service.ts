import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import { HubInvitationsService } from '../accounts/hub-invitations.service.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { accountExists } from '../media-accounts.errors.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { AccessReviewService } from './access-review.service.js';

/** A link whose account is gone, as its server has just affirmed. */
export interface GoneLink {
  readonly id: number;
  readonly remoteUserId: string;
  /** Who has affirmed it. */
  readonly server: MediaServerRecord;
}

/** Whose link, and on which server. */
interface LinkPlace {
  readonly userId: number;
  readonly instanceId: string;
}

/**
 * Links whose account is gone give way to another one that their person gets. Source: doc 1 §4, verified: a server that confirms
 * that the account is gone is the same as no account. Nothing else replaces such a link: no address that somebody shares, no sign-in
 * and no import.
 */
@Injectable()
export class GoneLinksService {
  constructor(
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
    private readonly reviews: AccessReviewService,
    private readonly invitations: HubInvitationsService,
    private readonly servers: MediaServersService,
    private readonly readings: LiveReadingsService,
  ) {}

  /**
   * The link of a person, where the server affirms within 4 s that its account is gone; null where they have no link. Not inside
   * a transaction.
   *
   * @throws AppError 409 `account_exists` where the account is there, and where nobody can tell; InstanceMissing 404; StorageError
   *   503
   */
  async of({ userId, instanceId }: LinkPlace): Promise<GoneLink | null> {
    const link = await this.database.read((tx) => this.links.of(tx, userId, instanceId));
    if (!link) return null;
    const { id, remoteUserId } = link;
    const { server, account } = await this.read(link);
    if (account) throw accountExists();
    return { id, remoteUserId, server };
  }

  /**
   * Ends the link of a person, and all that was still to be written for it: inside the write that makes another one.
   *
   * @param gone what {@link of} has answered before; null where no link may be ended
   * @throws AppError 409 `account_exists` where they have another link by now, it is with another account, the instance has moved,
   *   or at the hub the share is about to be made anew
   */
  async end(tx: WriteTx, { userId, instanceId }: LinkPlace, gone: GoneLink | null): Promise<void> {
    const link = await this.links.of(tx, userId, instanceId);
    if (!link) return;
    if (!gone || !(await this.isStillGone(tx, link, gone))) throw accountExists();
    await this.links.remove(tx, link.id);
    if (link.hubEmail !== '') await this.invitations.linkEnded(tx, userId);
  }

  private async read({ instanceId, remoteUserId }: MediaAccount): Promise<{
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
    if (!review || !isSamePlace(review.server, gone.server)) return false;
    // At the hub the job makes it anew, and a call of it may be on its way.
    return review.server.serviceType !== 'hub' || !review.isPending;
  }
}

const isSamePlace = (one: MediaServerRecord, other: MediaServerRecord): boolean =>
  one.url === other.url && one.config.machineIdentifier === other.config.machineIdentifier;
