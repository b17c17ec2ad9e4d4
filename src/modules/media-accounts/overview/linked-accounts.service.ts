import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AccessReviewService, type ReviewedLink } from '../access/access-review.service.js';
import { LiveAccountsService, type LiveState, liveState } from '../access/live-accounts.service.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { serverFault } from '../media-accounts.errors.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';

export interface LinkedAccount extends ReviewedLink {
  readonly username: string;
  /** What the server says at this moment; `unknown` too where it wasn't asked. */
  readonly live: LiveState;
}

type StoredLink = Omit<LinkedAccount, 'live'>;

@Injectable()
export class LinkedAccountsService {
  constructor(
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
    private readonly people: AccountsRepository,
    private readonly reviews: AccessReviewService,
    private readonly live: LiveAccountsService,
    private readonly servers: MediaServersService,
  ) {}

  /** Those of deleted people until they are off. Each server is read for 4 s at most, and what it says is kept. @throws StorageError */
  async all(): Promise<readonly LinkedAccount[]> {
    const stored = await this.database.read(async (tx) => this.withPeople(tx, await this.links.all(tx)));
    const live = await this.live.ofAll(stored.map(({ account }) => account));
    const drifted = await this.live.keep(stored, live);
    return stored.map((link) => {
      const { id, instanceId, remoteUserId } = link.account;
      const isPending = link.isPending || drifted.has(id);
      return { ...link, isPending, live: liveState(live.get(instanceId), remoteUserId) };
    });
  }

  /** One link as it is stored, with what somebody has just read of it; null where it is gone. */
  async one(tx: ReadTx, id: number, live: LiveState): Promise<LinkedAccount | null> {
    const link = await this.links.byId(tx, id);
    const [stored] = link ? await this.withPeople(tx, [link]) : [];
    return stored ? { ...stored, live } : null;
  }

  private async withPeople(tx: ReadTx, links: readonly MediaAccount[]): Promise<readonly StoredLink[]> {
    const reviewed = await this.reviews.review(tx, links);
    const userIds = reviewed.flatMap(({ account: { userId } }) => (userId === null ? [] : [userId]));
    const people = await this.people.byIds(tx, [...new Set(userIds)]);
    return reviewed.flatMap((link): readonly StoredLink[] => {
      const { userId } = link.account;
      if (userId === null) return [{ ...link, username: '' }];
      const person = people.get(userId);
      return person ? [{ ...link, username: person.username }] : [];
    });
  }

  /** @throws AppError 404 for an unknown instance, 400 for no media server, 502 when the server can't be read */
  async ofServer(instanceId: string): Promise<readonly RemoteAccount[]> {
    const { remote } = await this.servers.connectNamed(instanceId);
    try {
      return (await remote.accounts()).accounts;
    } catch (error) {
      throw serverFault(error);
    }
  }
}
