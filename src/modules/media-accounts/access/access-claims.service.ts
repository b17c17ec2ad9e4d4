import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import type { KeptLease, Lease } from '../../../core/work/leased-rows.js';
import type { MediaAccountRow } from '../accounts/media-account.entity.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { AccessReviewService } from './access-review.service.js';
import type { LinkAfter } from './after-attempt.js';
import { isDue, LINK_LEASES } from './due-links.js';
import type { WantedAccess } from './wanted-access.js';

/** How often the lease of a try that is under way is extended, in milliseconds. */
const HEARTBEAT_MS = 10_000;

/** A link that one try has to itself. */
export interface ClaimedLink {
  /** The link as it was before the claim. */
  readonly account: MediaAccount;
  /** What the try is to make hold. */
  readonly wanted: WantedAccess;
  /** By which the lease is known. */
  readonly token: string;
}

/** What a try was made for holds no longer: the link has ended or changed, or something else should be. */
export class ClaimLost extends Error {
  constructor() {
    super('the link was changed while it was worked on');
    this.name = 'ClaimLost';
  }
}

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
      await this.links.change(tx, id, { ...doubted, attempts: attempts + 1, ...LINK_LEASES.columns(token, now) });
      return { account, wanted, token };
    });
  }

  /** Extends the lease until it is stopped or lost. */
  keep(claim: ClaimedLink): KeptLease {
    return LINK_LEASES.keep(this.database, this.clock, leaseOf(claim), HEARTBEAT_MS);
  }

  /**
   * Judges once more whether this is to be written, right before it is.
   *
   * @throws ClaimLost where the link has ended or is managed no longer, and where something else should be by now
   */
  permit(claim: ClaimedLink): Promise<void> {
    return this.database.write(async (tx) => {
      if (!(await LINK_LEASES.extend(tx, leaseOf(claim), this.clock.now()))) throw new ClaimLost();
      const account = await this.links.byId(tx, claim.account.id);
      const reviewed = account && (await this.reviews.reviewOne(tx, account));
      if (!isDeepStrictEqual(reviewed?.wanted, claim.wanted)) throw new ClaimLost();
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
      await this.require(tx, claim);
      const { id } = claim.account;
      if (!after.keep) return this.links.remove(tx, id);
      if (after.seen) await this.keepSeen(tx, claim, after.seen);
      await this.links.change(tx, id, after.change);
    });
  }

  /** Gives the link back after a try that was given up: it is due again at once, and the try doesn't count. */
  release(claim: ClaimedLink): Promise<void> {
    const { attempts } = claim.account;
    return this.database.write((tx) => LINK_LEASES.release(tx, leaseOf(claim), { attempts, nextAttemptAt: null }));
  }

  /** On the hub somebody else may be linked with the account that has accepted an invitation. */
  private async keepSeen(tx: WriteTx, { account }: ClaimedLink, seen: RemoteAccount): Promise<void> {
    const { id, instanceId } = account;
    const bearer = await this.links.withRemote(tx, instanceId, seen.id);
    if (bearer === null || bearer.id === id) await this.links.keepSeen(tx, id, seen);
  }

  private async require(tx: ReadTx, claim: ClaimedLink): Promise<void> {
    if (!(await LINK_LEASES.held(tx, leaseOf(claim)))) throw new ClaimLost();
  }
}

/** It is lost, too, once the link is with another account of the server. */
const leaseOf = ({ account: { id, remoteUserId }, token }: ClaimedLink): Lease<MediaAccountRow> => ({
  where: { id, remoteUserId },
  token,
});
