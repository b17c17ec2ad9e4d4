import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { RemoteAccount, RemoteAccounts } from '../servers/media-server.js';
import type { RankedLimits } from '../servers/ranked-limits.js';
import type { ReviewedLink } from './access-review.service.js';
import { liveState } from './live-accounts.service.js';
import { driftOf } from './share-drift.js';

/** A link of which the server has just said something else than is stored. */
interface OtherLink {
  readonly account: MediaAccount;
  readonly seen: RemoteAccount;
  /** What is confirmed by now; null where that is as it was. */
  readonly drift: ConfirmedAccess | null;
}

/** Keeps what servers have just said of linked accounts: it is shown while they can't be read, and what differs is written anew. */
@Injectable()
export class SeenAccountsService {
  /** Readings that several answers share are kept with the first of them: a newer one may have been kept since. */
  private readonly kept = new WeakSet<RemoteAccounts>();

  constructor(
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Writes what differs from what is stored, and nothing where nothing does. A link that ended meanwhile stays ended.
   *
   * @param ranked the age limits that should be of these links at the hub, with their ratings; those of others aren't compared
   * @returns the numbers of the links of which the server has something else now than it has confirmed
   */
  async keep(
    links: readonly ReviewedLink[],
    live: ReadonlyMap<string, RemoteAccounts | null>,
    ranked: ReadonlyMap<number, RankedLimits> = NOT_RANKED,
  ): Promise<ReadonlySet<number>> {
    const others = links.flatMap((link): readonly OtherLink[] => {
      const { account } = link;
      const read = live.get(account.instanceId);
      if (!read || this.kept.has(read)) return [];
      const now = liveState(read, account.remoteUserId);
      if (now.state !== 'found') return [];
      const drift = driftOf(link, now.account, ranked.get(account.id) ?? null);
      return drift || isOther(account, now.account) ? [{ account, seen: now.account, drift }] : [];
    });
    for (const read of live.values()) if (read) this.kept.add(read);
    if (others.length === 0) return NONE;
    await this.database.write(async (tx) => {
      for (const other of others) await this.write(tx, other);
    });
    const drifted = others.filter(({ drift }) => drift !== null).map(({ account }) => account);
    for (const { id, instanceId } of drifted)
      this.log.warn('a share at the hub is not as it was confirmed', { link: id, instance_id: instanceId });
    for (const { instanceId, userId } of drifted)
      await this.events.publish(new MediaLinksChanged(instanceId, userId === null ? [] : [userId]));
    return new Set(drifted.map(({ id }) => id));
  }

  private async write(tx: WriteTx, { account, seen, drift }: OtherLink): Promise<void> {
    const { id, instanceId, remoteUserId, confirmed } = account;
    const stored = await this.links.byId(tx, id);
    const bearer = await this.links.withRemote(tx, instanceId, seen.id);
    if (stored?.remoteUserId !== remoteUserId || (bearer !== null && bearer.id !== id)) return;
    await this.links.keepSeen(tx, id, seen);
    // A try that is under way, or has ended since, knows more than what was read before it.
    const isStill = stored.leaseToken === null && isDeepStrictEqual(stored.confirmed, confirmed);
    if (drift && isStill) await this.links.change(tx, id, { confirmed: drift, nextAttemptAt: null });
  }
}

const NONE: ReadonlySet<number> = new Set();
const NOT_RANKED: ReadonlyMap<number, RankedLimits> = new Map();

const isOther = (link: MediaAccount, seen: RemoteAccount): boolean =>
  link.remoteUserId !== seen.id ||
  link.remoteUsername !== seen.name ||
  link.hubEmail !== seen.email ||
  link.isDisabled !== seen.isDisabled ||
  link.isPending !== seen.isPending ||
  link.isAdministrator !== seen.isAdministrator;
