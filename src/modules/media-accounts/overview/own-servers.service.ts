import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import {
  InstanceAccessService,
  MediaServerDirectoryService,
  type MediaServerRecord,
} from '../../instances/instances.public.js';
import { type Account, AccountsRepository } from '../../users/users.public.js';
import { AccessReviewService, type ReviewedLink } from '../access/access-review.service.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { type MediaApps, MediaAppsService } from '../preferences/media-apps.service.js';
import { type RemoteAccounts, sameName } from '../servers/media-server.js';
import { LiveAccountsService, liveState } from '../access/live-accounts.service.js';

export interface OwnAccount {
  readonly username: string;
  readonly isDisabled: boolean;
  readonly isPending: boolean;
  readonly isAdministrator: boolean;
  /** Has the server just said so? Else it is what it said last. */
  readonly isVerified: boolean;
  readonly manageAccess: boolean;
  readonly isSyncPending: boolean;
}

export interface OwnServer {
  readonly server: MediaServerRecord;
  /** Null where none is linked, and where the server affirms that it is gone. */
  readonly account: OwnAccount | null;
  readonly isLinkSuppressed: boolean;
  /** Has the server an account, linked with nobody, that bears the person's name? False says nothing about absence. */
  readonly hasNamesake: boolean;
  readonly apps: MediaApps;
}

interface Held {
  readonly person: Account | null;
  readonly servers: readonly MediaServerRecord[];
  readonly links: ReadonlyMap<string, ReviewedLink>;
  readonly suppressed: ReadonlySet<string>;
  readonly apps: MediaApps;
}

@Injectable()
export class OwnServersService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly directory: MediaServerDirectoryService,
    private readonly people: AccountsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly apps: MediaAppsService,
    private readonly reviews: AccessReviewService,
    private readonly live: LiveAccountsService,
  ) {}

  /** By service_type, sort_order, name, id. Each is read for 4 s at most, and what it says is kept. @throws StorageError 503 */
  async of(caller: Caller): Promise<readonly OwnServer[]> {
    const held = await this.database.read((tx) => this.heldBy(tx, caller));
    const sought = held.servers.map(({ id }) => [id, held.links.get(id)?.account.remoteUserId ?? null] as const);
    const live = await this.live.ofOneEach(caller.userId, new Map(sought));
    const drifted = await this.live.keep([...held.links.values()], live);
    const accounts = new Map(held.servers.map(({ id }) => [id, ownAccount(held.links.get(id), live.get(id), drifted)]));
    // A namesake says something only where the person has no account.
    const without = held.servers.filter(({ id }) => !accounts.get(id));
    const namesakes = await this.namesakes(held.person, without, live);
    return held.servers.map((server) => {
      const { id } = server;
      const isLinkSuppressed = held.suppressed.has(id);
      const hasNamesake = namesakes.has(id);
      return { server, account: accounts.get(id) ?? null, isLinkSuppressed, hasNamesake, apps: held.apps };
    });
  }

  private async heldBy(tx: ReadTx, caller: Caller): Promise<Held> {
    const visible = await this.access.visible(tx, caller);
    const ids = new Set(visible.map(({ instance }) => instance.id));
    const servers = (await this.directory.all(tx)).filter(({ id }) => ids.has(id));
    const own = (await this.links.ofUser(tx, caller.userId)).filter(({ instanceId }) => ids.has(instanceId));
    const reviewed = await this.reviews.review(tx, own);
    return {
      person: await this.people.byId(tx, caller.userId),
      servers,
      links: new Map(reviewed.map((link) => [link.account.instanceId, link])),
      suppressed: await this.links.suppressedFor(tx, caller.userId),
      apps: await this.apps.read(tx, caller.userId),
    };
  }

  /** The servers among these on which somebody bears the person's name and is linked with nobody. */
  private async namesakes(
    person: Account | null,
    servers: readonly MediaServerRecord[],
    live: ReadonlyMap<string, RemoteAccounts | null>,
  ): Promise<ReadonlySet<string>> {
    if (!person) return new Set();
    const named = servers.flatMap(({ id }) => {
      const namesake = live.get(id)?.accounts.find(({ name }) => sameName(name, person.username));
      return namesake ? [[id, namesake.id] as const] : [];
    });
    if (named.length === 0) return new Set();
    return this.database.read(async (tx) => {
      const free: string[] = [];
      for (const [id, remoteUserId] of named) {
        if ((await this.links.withRemote(tx, id, remoteUserId)) === null) free.push(id);
      }
      return new Set(free);
    });
  }
}

function ownAccount(
  link: ReviewedLink | undefined,
  live: RemoteAccounts | null | undefined,
  drifted: ReadonlySet<number>,
): OwnAccount | null {
  if (!link) return null;
  const { account } = link;
  const now = liveState(live, account.remoteUserId);
  if (now.state === 'gone') return null;
  const isVerified = now.state === 'found';
  const { isDisabled, isPending, isAdministrator } = isVerified ? now.account : account;
  const username = isVerified ? now.account.name : account.remoteUsername;
  const { manageAccess } = account;
  const isSyncPending = link.isPending || drifted.has(account.id);
  return { username, isDisabled, isPending, isAdministrator, isVerified, manageAccess, isSyncPending };
}
