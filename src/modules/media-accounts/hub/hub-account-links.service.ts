import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import {
  HUB_ACCOUNT_LINKS,
  type HubAccountLink,
  type HubAccountLinks,
  type HubSignUp,
  MediaServerDirectoryService,
} from '../../instances/instances.public.js';
import { type MediaAccount, MediaAccountsRepository, LINKED_ONLY } from '../accounts/media-accounts.repository.js';
import { hubsUnreadable } from '../media-accounts.errors.js';
import { LiveAccountsService, liveState } from '../access/live-accounts.service.js';
import { PLAIN_ACCOUNT } from '../servers/hub-accounts.js';
import type { RemoteAccounts } from '../servers/media-server.js';
import { type SeenHubLink, groupByAccount } from './seen-hub-links.js';

/** Which accounts at the hub are linked with whom, by the servers that are shared with them? */
@Injectable()
export class HubAccountLinksService implements OnModuleInit, HubAccountLinks {
  constructor(
    private readonly database: Database,
    private readonly ports: PortRegistry,
    private readonly directory: MediaServerDirectoryService,
    private readonly links: MediaAccountsRepository,
    private readonly live: LiveAccountsService,
  ) {}

  onModuleInit(): void {
    this.ports.register(HUB_ACCOUNT_LINKS, this);
  }

  async review(): Promise<readonly HubAccountLink[]> {
    const stored = await this.database.read(async (tx) => {
      const hubs = (await this.directory.all(tx)).filter(({ serviceType }) => serviceType === 'hub');
      const links: MediaAccount[] = [];
      for (const { id } of hubs) links.push(...(await this.links.onInstance(tx, id)));
      return links.filter(({ userId }) => userId !== null);
    });
    const read = await this.live.ofAll(stored);
    if (read.size > 0 && [...read.values()].every((accounts) => accounts === null)) throw hubsUnreadable();
    return groupByAccount(stored.flatMap((link) => seenLink(link, read.get(link.instanceId) ?? null)));
  }

  async addSignUp(tx: WriteTx, { userId, hubAccountId, username, email, instanceIds }: HubSignUp): Promise<void> {
    const remote = { ...PLAIN_ACCOUNT, id: hubAccountId, name: username, email: email.toLowerCase() };
    for (const instanceId of instanceIds) {
      // Somebody whom an administrator has linked with it by hand keeps it.
      if (await this.links.withRemote(tx, instanceId, hubAccountId)) continue;
      await this.links.add(tx, { userId, instanceId, remote, ...LINKED_ONLY });
    }
  }
}

/** None for an invitation that nobody has accepted, and for a share that is gone. */
function seenLink(link: MediaAccount, read: RemoteAccounts | null): readonly SeenHubLink[] {
  const { userId, instanceId, remoteUserId, remoteUsername, hubEmail, isPending } = link;
  if (userId === null) return [];
  const now = liveState(read, remoteUserId);
  if (now.state === 'gone') return [];
  if (now.state === 'found') {
    const { id: hubAccountId, name: hubUsername, email } = now.account;
    return now.account.isPending ? [] : [{ userId, instanceId, hubAccountId, hubUsername, email, isRead: true }];
  }
  if (isPending) return [];
  const stored = { hubAccountId: remoteUserId, hubUsername: remoteUsername, email: hubEmail };
  return [{ userId, instanceId, ...stored, isRead: false }];
}
