import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { keepLease, type KeptLease } from '../../../core/jobs/keep-lease.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { AccessReviewService } from './access-review.service.js';
import { HEARTBEAT_MS, LEASE_MS } from './access-times.js';
import type { LinkAfter } from './after-attempt.js';
import { type ClaimedLink, ClaimLost } from './claimed-link.js';
import { isDue } from './due-links.js';

/**
 * Leases links: one try at a time has each. What ends the work of a link takes its lease away in the same write, and
 * nothing is written there or kept here without it.
 */
@Injectable()
export class AccessClaimsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly links: MediaAccountsRepository,
    private readonly reviews: AccessReviewService,
  ) {}

  /**
   * Leases a link that is due, and counts the try. From now on what was confirmed of its access is in doubt, until this or a
   * later try has confirmed it: an answer may be lost.
   *
   * @returns null where nothing is due, or another try has the link
   */
  claim(id: number): Promise<ClaimedLink | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      const account = await this.links.byId(tx, id);
      const reviewed = account && (await this.reviews.reviewOne(tx, account));
      if (!account || !reviewed || !isDue(reviewed, now)) return null;
      const { wanted } = reviewed;
      const { attempts, confirmed } = account;
      const doubted = wanted.access === 'untouched' ? {} : { confirmed: { ...confirmed, access: null } };
      await this.links.change(tx, id, {
        ...doubted,
        attempts: attempts + 1,
        leaseToken: token,
        leaseUntil: now + LEASE_MS,
      });
      return { account, wanted, token };
    });
  }

  /** Extends the lease until it is stopped or lost. */
  keep(claim: ClaimedLink): KeptLease {
    return keepLease(this.clock, HEARTBEAT_MS, () =>
      this.database.write(async (tx) => {
        if (!(await this.held(tx, claim))) return false;
        await this.extend(tx, claim);
        return true;
      }),
    );
  }

  /**
   * Judges once more whether this is to be written, right before it is.
   *
   * @throws ClaimLost where the link has ended or is managed no longer, and where something else should be by now
   */
  permit(claim: ClaimedLink): Promise<void> {
    return this.database.write(async (tx) => {
      const held = await this.require(tx, claim);
      const reviewed = await this.reviews.reviewOne(tx, held);
      if (!isDeepStrictEqual(reviewed?.wanted, claim.wanted)) throw new ClaimLost();
      await this.extend(tx, claim);
    });
  }

  /** Keeps what limits will take the place of, before they do. @throws ClaimLost */
  keepLimitsBefore(claim: ClaimedLink, limitsBefore: string): Promise<void> {
    return this.database.write(async (tx) => {
      await this.require(tx, claim);
      await this.links.change(tx, claim.account.id, { limitsBefore });
    });
  }

  /** Keeps what became of a try, and gives the link back. @throws ClaimLost where that is nobody's business any more */
  record(claim: ClaimedLink, after: LinkAfter): Promise<void> {
    return this.database.write(async (tx) => {
      const held = await this.require(tx, claim);
      if (!after.keep) return this.links.remove(tx, held.id);
      if (after.seen) await this.keepSeen(tx, held, after.seen);
      await this.links.change(tx, held.id, after.change);
    });
  }

  /** Gives the link back after a try that was given up: it is due again at once, and the try doesn't count. */
  release(claim: ClaimedLink): Promise<void> {
    return this.database.write(async (tx) => {
      const held = await this.held(tx, claim);
      if (!held) return;
      const { attempts } = claim.account;
      await this.links.change(tx, held.id, { attempts, nextAttemptAt: null, leaseToken: null, leaseUntil: null });
    });
  }

  /** On the hub somebody else may be linked with the account that has accepted an invitation. */
  private async keepSeen(tx: WriteTx, { id, instanceId }: MediaAccount, seen: RemoteAccount): Promise<void> {
    const bearer = await this.links.withRemote(tx, instanceId, seen.id);
    if (bearer === null || bearer.id === id) await this.links.keepSeen(tx, id, seen);
  }

  private async extend(tx: WriteTx, { account: { id } }: ClaimedLink): Promise<void> {
    await this.links.change(tx, id, { leaseUntil: this.clock.now() + LEASE_MS });
  }

  private async require(tx: ReadTx, claim: ClaimedLink): Promise<MediaAccount> {
    const held = await this.held(tx, claim);
    if (!held) throw new ClaimLost();
    return held;
  }

  private async held(tx: ReadTx, { account, token }: ClaimedLink): Promise<MediaAccount | null> {
    const stored = await this.links.byId(tx, account.id);
    return stored?.leaseToken === token && stored.remoteUserId === account.remoteUserId ? stored : null;
  }
}
