import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import type { Lease } from '../../../core/work/leased-rows.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { RatingListsService } from '../../metadata/metadata.public.js';
import { AccountStepsService } from '../account-steps.service.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import type { MediaAccountRow } from '../rows.js';
import type { AccessToOpen, AgeLimits, MediaServer, RankedLimits, RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { AccessReviewService } from './access-review.service.js';
import { rankLimits } from './limit-ranking.js';
import {
  afterAttempt,
  type AttemptedLink,
  type AttemptOutcome,
  isDue,
  isServerDown,
  LINK_LEASES,
  type LinkAfter,
} from './link-attempts.js';
import { isAsConfirmed, type WantedAccess } from './wanted-access.js';

const HEARTBEAT_MS = 10_000;

interface ClaimedLink extends AttemptedLink {
  readonly token: string;
}

/** What a try was made for holds no longer: the link has ended or changed, or something else should be. */
class ClaimLost extends Error {
  constructor() {
    super('the link was changed while it was worked on');
    this.name = 'ClaimLost';
  }
}

/** It is lost, too, once the link is with another account of the server. */
const leaseOf = ({ account: { id, remoteUserId }, token }: ClaimedLink): Lease<MediaAccountRow> => ({
  where: { id, remoteUserId },
  token,
});

type AccessOn = Extract<WantedAccess, { readonly access: 'on' }>;

@Injectable()
export class AccessAttemptService {
  constructor(
    private readonly servers: MediaServersService,
    private readonly ratings: RatingListsService,
    private readonly steps: AccountStepsService,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly random: Random,
    private readonly links: MediaAccountsRepository,
    private readonly reviews: AccessReviewService,
    @InjectLog() private readonly log: Log,
  ) {}

  /** @returns `server_down` where other links of this server would fail in the same way; `not_due` for nothing to do */
  async make(linkId: number): Promise<'tried' | 'server_down' | 'not_due'> {
    const claim = await this.claim(linkId);
    if (!claim) return 'not_due';
    this.steps.reached('access_claimed', claim.account);
    const lease = LINK_LEASES.keep(this.database, this.clock, leaseOf(claim), HEARTBEAT_MS);
    try {
      const outcome = await this.outcomeOf(claim);
      this.steps.reached('access_written', claim.account);
      await this.record(claim, this.after(claim, outcome));
      this.steps.reached('access_recorded', claim.account);
      return isServerDown(outcome) ? 'server_down' : 'tried';
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      await this.release(claim);
      return 'tried';
    } finally {
      lease.stop();
    }
  }

  private after(claim: ClaimedLink, outcome: AttemptOutcome) {
    const after = afterAttempt(claim, outcome, this.clock.now());
    const { id, instanceId, lastError } = claim.account;
    const reason = after.keep ? (after.change.lastError ?? null) : null;
    if (reason !== null && reason.text !== lastError?.text)
      this.log.warn('an account on a media server is not as it should be', {
        link: id,
        instance_id: instanceId,
        reason: reason.text,
      });
    return after;
  }

  private async outcomeOf(claim: ClaimedLink): Promise<AttemptOutcome> {
    try {
      const { remote } = await this.servers.connect(claim.account.instanceId);
      return await this.write(claim, remote);
    } catch (error) {
      if (error instanceof UpstreamError) return { outcome: 'unknown', error };
      if (error instanceof InstanceMissing) throw new ClaimLost();
      if (!(error instanceof SecretUnreadable)) throw error;
      return { outcome: 'refused', code: 'rejected', reason: sayOfAccount('server_credential_unreadable') };
    }
  }

  private async write(claim: ClaimedLink, remote: MediaServer): Promise<AttemptOutcome> {
    const { wanted, account } = claim;
    const permit = (): Promise<void> => this.permit(claim);
    if (wanted.access === 'off') return remote.writeAccess(account.remoteUserId, { access: 'off' }, permit);
    if (wanted.access === 'untouched') return this.look(claim, remote);
    const outcome = await remote.writeAccess(
      account.remoteUserId,
      await this.accessToOpen(claim, wanted, remote),
      permit,
    );
    const lacksLimits = outcome.outcome === 'refused' && outcome.code === 'limits_unknown';
    if (!lacksLimits || isDeepStrictEqual(account.confirmed.limits, wanted.limits)) return outcome;
    const closed = await remote.writeAccess(account.remoteUserId, { access: 'off' }, permit);
    if (closed.outcome !== 'done') return closed;
    const reason = sayOfAccount('account_switched_off', { reason: outcome.reason });
    return { outcome: 'closed', account: closed.account, reason };
  }

  private async look({ account }: ClaimedLink, remote: MediaServer): Promise<AttemptOutcome> {
    const seen = await remote.account(account.remoteUserId);
    return seen ? { outcome: 'seen', account: seen } : { outcome: 'gone' };
  }

  private async accessToOpen(claim: ClaimedLink, wanted: AccessOn, remote: MediaServer): Promise<AccessToOpen> {
    const { access, libraries, keepsLibraries } = wanted;
    const { limitsBefore, confirmed } = claim.account;
    const given = { access, libraries, keepsLibraries, isAsConfirmed: isAsConfirmed(wanted, confirmed) };
    if (!wanted.limits) return { ...given, limits: null, limitsBefore };
    const limits = await this.rank(wanted.limits, remote);
    return { ...given, limits, limitsBefore: limitsBefore ?? (await this.keepLimitsBefore(claim, remote)) };
  }

  /** The hub alone is told ratings by their names. Without any, where they aren't at hand, it refuses the limits. */
  private async rank(limits: AgeLimits, { type }: MediaServer): Promise<RankedLimits> {
    const ranked = type === 'hub' ? await rankLimits(this.ratings, limits) : null;
    return ranked ?? { ...limits, movieRatings: [], tvRatings: [] };
  }

  /** Keeps what limits will take the place of, before they do. @throws ClaimLost */
  private async keepLimitsBefore(claim: ClaimedLink, remote: MediaServer): Promise<string | null> {
    const account = await remote.account(claim.account.remoteUserId);
    const before = account === null || account.isAdministrator ? null : account.limitsNow;
    if (before === null) return null;
    await this.database.write(async (tx) => {
      await this.requireLease(tx, claim);
      await this.links.change(tx, claim.account.id, { limitsBefore: before });
    });
    return before;
  }

  /** Leases a due link; null where another try has it. What was confirmed is in doubt until a try confirms it. */
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

  /** Judges once more, right before a write. @throws ClaimLost where something else should be by now */
  private permit(claim: ClaimedLink): Promise<void> {
    return this.database.write(async (tx) => {
      if (!(await LINK_LEASES.extend(tx, leaseOf(claim), this.clock.now()))) throw new ClaimLost();
      const account = await this.links.byId(tx, claim.account.id);
      const reviewed = account && (await this.reviews.reviewOne(tx, account));
      if (!isDeepStrictEqual(reviewed?.wanted, claim.wanted)) throw new ClaimLost();
    });
  }

  /** Keeps what became of a try, and gives the link back. @throws ClaimLost where that is nobody's business any more */
  private record(claim: ClaimedLink, after: LinkAfter): Promise<void> {
    return this.database.write(async (tx) => {
      await this.requireLease(tx, claim);
      const { id } = claim.account;
      if (!after.keep) return this.links.remove(tx, id);
      if (after.seen) await this.keepSeenOf(tx, claim, after.seen);
      await this.links.change(tx, id, after.change);
    });
  }

  /** Gives the link back after a try that was given up: it is due again at once, and the try doesn't count. */
  private release(claim: ClaimedLink): Promise<void> {
    const { attempts } = claim.account;
    return this.database.write((tx) => LINK_LEASES.release(tx, leaseOf(claim), { attempts, nextAttemptAt: null }));
  }

  /** On the hub somebody else may be linked with the account that has accepted an invitation. */
  private async keepSeenOf(tx: WriteTx, { account }: ClaimedLink, seen: RemoteAccount): Promise<void> {
    const { id, instanceId } = account;
    const bearer = await this.links.withRemote(tx, instanceId, seen.id);
    if (bearer === null || bearer.id === id) await this.links.keepSeen(tx, id, seen);
  }

  private async requireLease(tx: ReadTx, claim: ClaimedLink): Promise<void> {
    if (!(await LINK_LEASES.findHeld(tx, leaseOf(claim)))) throw new ClaimLost();
  }
}
