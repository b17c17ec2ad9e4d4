import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import type { RemoteAccount, RemoteAccounts } from '../servers/media-server.js';
import { liveState } from './live-accounts.service.js';

/** Keeps what servers have just said of linked accounts, so that it can be shown while they can't be read. */
@Injectable()
export class SeenAccountsService {
  constructor(
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
  ) {}

  /** Writes what differs from what is stored, and nothing where nothing does. A link that ended meanwhile stays ended. */
  async keep(links: readonly MediaAccount[], live: ReadonlyMap<string, RemoteAccounts | null>): Promise<void> {
    const others = links.flatMap((link) => {
      const now = liveState(live.get(link.instanceId), link.remoteUserId);
      return now.state === 'found' && isOther(link, now.account) ? [{ link, seen: now.account }] : [];
    });
    if (others.length === 0) return;
    await this.database.write(async (tx) => {
      for (const { link, seen } of others) {
        const stored = await this.links.byId(tx, link.id);
        const bearer = await this.links.withRemote(tx, link.instanceId, seen.id);
        const isTheirs = stored?.remoteUserId === link.remoteUserId && (bearer === null || bearer.id === link.id);
        if (isTheirs) await this.links.keepSeen(tx, link.id, seen);
      }
    });
  }
}

const isOther = (link: MediaAccount, seen: RemoteAccount): boolean =>
  link.remoteUserId !== seen.id ||
  link.remoteUsername !== seen.name ||
  link.hubEmail !== seen.email ||
  link.isDisabled !== seen.isDisabled ||
  link.isPending !== seen.isPending ||
  link.isAdministrator !== seen.isAdministrator;
