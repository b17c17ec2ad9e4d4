import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { AccountStepsService } from '../account-steps.service.js';
import type { AccessToOpen, MediaServer } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import type { AgeLimits, RankedLimits } from '../servers/ranked-limits.js';
import { AccessClaimsService, type ClaimedLink, ClaimLost } from './access-claims.service.js';
import { isAsConfirmed } from './access-difference.js';
import { afterAttempt, type AttemptOutcome, isServerDown } from './after-attempt.js';
import { LimitRankingService } from './limit-ranking.service.js';
import type { WantedAccess } from './wanted-access.js';

/** What somebody should see. */
type Opened = Extract<WantedAccess, { readonly access: 'on' }>;

/** One try to make hold on a server what should be of a link. */
@Injectable()
export class AccessAttemptService {
  constructor(
    private readonly claims: AccessClaimsService,
    private readonly servers: MediaServersService,
    private readonly ranking: LimitRankingService,
    private readonly steps: AccountStepsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Makes a try, and keeps what became of it.
   *
   * @returns `server_down` where other links of this server would fail in the same way; `not_due` where there was nothing to do
   */
  async make(linkId: number): Promise<'tried' | 'server_down' | 'not_due'> {
    const claim = await this.claims.claim(linkId);
    if (!claim) return 'not_due';
    this.steps.passed('access_claimed', claim.account);
    const lease = this.claims.keep(claim);
    try {
      const outcome = await this.outcomeOf(claim);
      this.steps.passed('access_written', claim.account);
      await this.claims.record(claim, this.after(claim, outcome));
      this.steps.passed('access_recorded', claim.account);
      return isServerDown(outcome) ? 'server_down' : 'tried';
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      await this.claims.release(claim);
      return 'tried';
    } finally {
      lease.stop();
    }
  }

  private after(claim: ClaimedLink, outcome: AttemptOutcome) {
    const after = afterAttempt(claim, outcome, this.clock.now());
    const { id, instanceId, lastError } = claim.account;
    const reason = after.keep ? (after.change.lastError ?? null) : null;
    if (reason !== null && reason !== lastError)
      this.log.warn('an account on a media server is not as it should be', {
        link: id,
        instance_id: instanceId,
        reason,
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
      return { outcome: 'refused', code: 'rejected', reason: 'the stored credential can not be opened' };
    }
  }

  private async write(claim: ClaimedLink, remote: MediaServer): Promise<AttemptOutcome> {
    const { wanted, account } = claim;
    const permit = (): Promise<void> => this.claims.permit(claim);
    if (wanted.access === 'off') return remote.writeAccess(account.remoteUserId, { access: 'off' }, permit);
    if (wanted.access === 'untouched') return this.look(claim, remote);
    const outcome = await remote.writeAccess(account.remoteUserId, await this.toOpen(claim, wanted, remote), permit);
    const lacksLimits = outcome.outcome === 'refused' && outcome.code === 'limits_unknown';
    if (!lacksLimits || isDeepStrictEqual(account.confirmed.limits, wanted.limits)) return outcome;
    const closed = await remote.writeAccess(account.remoteUserId, { access: 'off' }, permit);
    if (closed.outcome !== 'done') return closed;
    return { outcome: 'closed', account: closed.account, reason: `it is switched off: ${outcome.reason}` };
  }

  private async look({ account }: ClaimedLink, remote: MediaServer): Promise<AttemptOutcome> {
    const seen = await remote.account(account.remoteUserId);
    return seen ? { outcome: 'seen', account: seen } : { outcome: 'gone' };
  }

  private async toOpen(claim: ClaimedLink, wanted: Opened, remote: MediaServer): Promise<AccessToOpen> {
    const { access, libraries, keepsLibraries } = wanted;
    const { limitsBefore, confirmed } = claim.account;
    const given = { access, libraries, keepsLibraries, isAsConfirmed: isAsConfirmed(wanted, confirmed) };
    if (!wanted.limits) return { ...given, limits: null, limitsBefore };
    const limits = await this.ranked(wanted.limits, remote);
    return {
      ...given,
      limits,
      limitsBefore: limitsBefore ?? (await this.keepLimitsBefore(claim, remote)),
    };
  }

  /** The hub alone is told ratings by their names. Without any, where they aren't at hand, it refuses the limits. */
  private async ranked(limits: AgeLimits, { type }: MediaServer): Promise<RankedLimits> {
    const ranked = type === 'hub' ? await this.ranking.rank(limits) : null;
    return ranked ?? { ...limits, movieRatings: [], tvRatings: [] };
  }

  private async keepLimitsBefore(claim: ClaimedLink, remote: MediaServer): Promise<string | null> {
    const account = await remote.account(claim.account.remoteUserId);
    const before = account === null || account.isAdministrator ? null : account.limitsNow;
    if (before !== null) await this.claims.keepLimitsBefore(claim, before);
    return before;
  }
}
