import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { groupBy } from '../../../core/collections/group-by.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { RatingListsService } from '../../metadata/metadata.public.js';
import {
  type ConfirmedAccess,
  type MediaAccount,
  MediaAccountsRepository,
} from '../accounts/media-accounts.repository.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import { isCalled, type RankedLimits, type RemoteAccount, type RemoteAccounts } from '../servers/media-server.js';
import { type ConnectedServer, MediaServersService } from '../servers/media-servers.service.js';
import type { ReviewedLink } from './access-review.service.js';
import { rankLimits } from './limit-ranking.js';
import { driftOf } from './share-drift.js';

export type LiveState =
  | { readonly state: 'found'; readonly account: RemoteAccount }
  /** The server affirms that it has no such account. */
  | { readonly state: 'gone' }
  /** It couldn't be read, or not in full. */
  | { readonly state: 'unknown' };

/** How often what is shared at the hub is read, in milliseconds, whether somebody looks at it or not. */
const SHARES_EVERY_MS = 15 * 60_000;

/** Reads the accounts of servers for an answer that somebody waits for: at most 4 s each, all at once. */
@Injectable()
export class LiveAccountsService {
  /** Readings that several answers share are kept with the first of them: a newer one may have been kept since. */
  private readonly kept = new WeakSet<RemoteAccounts>();
  private readonly lookedAt = new Map<string, number>();
  private readonly startedAt: number;

  constructor(
    private readonly servers: MediaServersService,
    private readonly readings: LiveReadingsService,
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly ratings: RatingListsService,
    @InjectLog() private readonly log: Log,
  ) {
    this.startedAt = clock.monotonic();
  }

  /** By instance; null for a server that couldn't be read. Not inside a transaction. @throws StorageError 503 */
  async ofAll(links: readonly MediaAccount[]): Promise<ReadonlyMap<string, RemoteAccounts | null>> {
    const reads = [...groupBy(links, ({ instanceId }) => instanceId)].map(async ([id, sought]) => {
      const ids = new Set(sought.map(({ remoteUserId }) => remoteUserId));
      return [id, await this.of(id, ids)] as const;
    });
    return new Map(await Promise.all(reads));
  }

  /** As {@link ofAll}, for one account on each server: the whole list is read only where none is looked for, or it is gone. */
  async ofOneEach(
    userId: number,
    sought: ReadonlyMap<string, string | null>,
  ): Promise<ReadonlyMap<string, RemoteAccounts | null>> {
    const reads = [...sought].map(async ([id, account]) => [id, await this.ofOne(userId, id, account)] as const);
    return new Map(await Promise.all(reads));
  }

  private ofOne(userId: number, instanceId: string, id: string | null): Promise<RemoteAccounts | null> {
    return this.ofServer(instanceId, ({ server, remote }) => {
      const asked = { instanceId, what: ['account', server.url, id] };
      return this.readings.readFor(userId, asked, ({ signal, inTurn }) =>
        inTurn(async () => {
          // The hub has no call for one account.
          const isListed = id === null || remote.type === 'hub';
          const account = isListed ? null : await remote.account(id, signal);
          if (account) return { accounts: [account], isComplete: false };
          return remote.accounts(new Set(id === null ? [] : [id]), signal);
        }),
      );
    });
  }

  private of(instanceId: string, sought: ReadonlySet<string>): Promise<RemoteAccounts | null> {
    return this.ofServer(instanceId, ({ remote }) =>
      this.readings.read(instanceId, ({ signal, inTurn }) => inTurn(() => remote.accounts(sought, signal))),
    );
  }

  private async ofServer(
    instanceId: string,
    read: (connected: ConnectedServer) => Promise<RemoteAccounts>,
  ): Promise<RemoteAccounts | null> {
    try {
      return await read(await this.servers.connect(instanceId));
    } catch (error) {
      const isAboutServer =
        error instanceof UpstreamError || error instanceof SecretUnreadable || error instanceof InstanceMissing;
      if (isAboutServer) return null;
      throw error;
    }
  }

  /** Writes what differs from what is stored. @returns the links of which the server has something else now than it has confirmed */
  async keep(
    links: readonly ReviewedLink[],
    live: ReadonlyMap<string, RemoteAccounts | null>,
    ranked: ReadonlyMap<number, RankedLimits> = NOT_RANKED,
  ): Promise<ReadonlySet<number>> {
    const changed = links.flatMap((link): readonly ChangedLink[] => {
      const { account } = link;
      const read = live.get(account.instanceId);
      if (!read || this.kept.has(read)) return [];
      const now = liveState(read, account.remoteUserId);
      if (now.state !== 'found') return [];
      const drift = driftOf(link, now.account, ranked.get(account.id) ?? null);
      return drift || hasChanged(account, now.account) ? [{ account, seen: now.account, drift }] : [];
    });
    for (const read of live.values()) if (read) this.kept.add(read);
    if (changed.length === 0) return NONE;
    await this.database.write(async (tx) => {
      for (const one of changed) await this.writeSeen(tx, one);
    });
    const drifted = changed.filter(({ drift }) => drift !== null).map(({ account }) => account);
    for (const { id, instanceId } of drifted)
      this.log.warn('a share at the hub is not as it was confirmed', { link: id, instance_id: instanceId });
    for (const { instanceId, userId } of drifted)
      await this.events.publish(new MediaLinksChanged(instanceId, userId === null ? [] : [userId]));
    return new Set(drifted.map(({ id }) => id));
  }

  private async writeSeen(tx: WriteTx, { account, seen, drift }: ChangedLink): Promise<void> {
    const { id, instanceId, remoteUserId, confirmed } = account;
    const stored = await this.links.byId(tx, id);
    const bearer = await this.links.withRemote(tx, instanceId, seen.id);
    if (stored?.remoteUserId !== remoteUserId || (bearer !== null && bearer.id !== id)) return;
    await this.links.keepSeen(tx, id, seen);
    // A try that is under way, or has ended since, knows more than what was read before it.
    const isStill = stored.leaseToken === null && isDeepStrictEqual(stored.confirmed, confirmed);
    if (drift && isStill) await this.links.change(tx, id, { confirmed: drift, nextAttemptAt: null });
  }

  areSharesDue({ server, wanted }: ReviewedLink): boolean {
    if (server.serviceType !== 'hub' || wanted.access !== 'on') return false;
    return this.clock.monotonic() - (this.lookedAt.get(server.id) ?? this.startedAt) >= SHARES_EVERY_MS;
  }

  /** @throws StorageError 503; AppError 503 when too many calls wait for the server */
  async lookAtShares(instanceId: string, links: readonly ReviewedLink[]): Promise<void> {
    this.lookedAt.set(instanceId, this.clock.monotonic());
    const live = await this.ofAll(links.map(({ account }) => account));
    if (live.get(instanceId)) await this.keep(links, live, await this.rankAll(links));
  }

  private async rankAll(links: readonly ReviewedLink[]): Promise<ReadonlyMap<number, RankedLimits>> {
    const ranked = new Map<number, RankedLimits>();
    for (const { account, limits } of links) {
      const known = limits && (await rankLimits(this.ratings, limits));
      if (known) ranked.set(account.id, known);
    }
    return ranked;
  }
}

export function liveState(live: RemoteAccounts | null | undefined, remoteUserId: string): LiveState {
  const account = live?.accounts.find((one) => isCalled(one, remoteUserId));
  if (account) return { state: 'found', account };
  return live?.isComplete === true ? { state: 'gone' } : { state: 'unknown' };
}

interface ChangedLink {
  readonly account: MediaAccount;
  readonly seen: RemoteAccount;
  readonly drift: ConfirmedAccess | null;
}

const NONE: ReadonlySet<number> = new Set();
const NOT_RANKED: ReadonlyMap<number, RankedLimits> = new Map();

const hasChanged = (link: MediaAccount, seen: RemoteAccount): boolean =>
  link.remoteUserId !== seen.id ||
  link.remoteUsername !== seen.name ||
  link.hubEmail !== seen.email ||
  link.isDisabled !== seen.isDisabled ||
  link.isPending !== seen.isPending ||
  link.isAdministrator !== seen.isAdministrator;
