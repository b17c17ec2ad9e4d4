import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { backOff, doubling } from '../../../core/work/back-off.js';
import { AccountStepsService } from '../account-steps.service.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { NOTHING_CONFIRMED } from '../accounts/media-accounts.repository.js';
import type { AccountIntentRow } from '../rows.js';
import { type MediaServer, type RemoteAccount, sameName } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { type ClaimedIntent, IntentClaimLost, IntentClaimsService, LATE_EFFECT_MS } from './intent-claims.service.js';
import { MadeAccountsService } from './made-accounts.service.js';

export type SettledIntent =
  /** The person has it: their password was set before the answer was lost. */
  | { readonly state: 'linked'; readonly account: RemoteAccount }
  | { readonly state: 'undone' }
  /** The server couldn't be read, or something may still arrive there: it is looked at again. */
  | { readonly state: 'later' };

const BACK_OFF = { waits: doubling(10_000, 60_000) };

const UNDONE: SettledIntent = { state: 'undone' };
const LATER: SettledIntent = { state: 'later' };

export const INTENT_SETTLING_JOB = 'media-accounts.settle-intents';

const EVERY_MS = 10_000;
const AT_ONCE = 20;

/**
 * Settles what failed calls and ended processes have left of the making of an account, without the person, by reading the server. An
 * account that opens by the one-time secret is taken away, since nobody knows its password. One made under the secret that opens by it no
 * more has got the person's password, and is theirs. All else is somebody else's.
 */
@Injectable()
export class IntentSettlingJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly intents: AccountIntentsRepository,
    private readonly claims: IntentClaimsService,
    private readonly clock: Clock,
    private readonly made: MadeAccountsService,
    private readonly servers: MediaServersService,
    private readonly steps: AccountStepsService,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: INTENT_SETTLING_JOB,
      title: 'Finish new media server accounts',
      purpose: 'Finishes or undoes accounts on media servers whose creation was interrupted.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
  }

  private async run(signal: AbortSignal): Promise<void> {
    const due = await this.database.read((tx) => this.intents.due(tx, this.clock.now(), AT_ONCE));
    if (signal.aborted) return;
    await Promise.all(due.map(({ id }) => this.settleDue(id)));
  }

  private async settleDue(id: string): Promise<void> {
    const claim = await this.claims.takeDue(id);
    if (claim) await this.claims.during(claim, () => this.attempt(claim));
  }

  private async attempt(claim: ClaimedIntent): Promise<void> {
    // Its process was killed, and the latest call of that one may still arrive.
    if (claim.intent.nextAttemptAt > this.clock.now()) return void (await this.afterFailure(claim, false));
    try {
      await this.settle(claim);
    } catch (error) {
      // The worker that has it now settles it.
      if (error instanceof IntentClaimLost) return;
      const { instanceId } = claim.intent;
      this.log.warn('an account that was being made could not be settled', { instance_id: instanceId, error });
      await this.later(claim);
    }
  }

  /**
   * @param isCertain false while a call whose answer was lost may still arrive: the intent then stays until it can no more
   * @throws UpstreamError when the server can't be read; SecretUnreadable or StorageError 503; IntentClaimLost
   */
  async settle(claim: ClaimedIntent, isCertain = true): Promise<SettledIntent> {
    const { intent } = claim;
    const waitMs = isCertain ? backOff(BACK_OFF, intent.attempts + 1) : LATE_EFFECT_MS;
    const { remote } = await this.servers.connect(intent.instanceId);
    const account = await this.ownersAccount(intent, remote);
    if (account) return this.link(claim, account);
    if (remote.type !== 'hub') {
      const secret = this.intents.secretOf(intent);
      await this.claims.permit(claim);
      const { outcome } = await remote.discard({ name: intent.name, secret });
      // A refusal is the server's last word only as long as nobody changes anything there.
      if (outcome === 'refused' || outcome === 'unknown') return this.later(claim, waitMs);
      this.steps.reached('leftover_discarded', intent);
    }
    if (!isCertain) return this.later(claim, waitMs);
    await this.claims.end(claim);
    this.steps.reached('intent_removed', intent);
    return UNDONE;
  }

  /** Right after a failed call or a killed process; the job takes the rest. @returns the account, where it is the person's after all */
  async afterFailure(claim: ClaimedIntent, isCertain: boolean): Promise<RemoteAccount | null> {
    try {
      const current = await this.claims.current(claim);
      if (!current) return null;
      // A call of an earlier worker may be on its way too.
      const settled = await this.settle(current, isCertain && claim.isFirst);
      return settled.state === 'linked' ? settled.account : null;
    } catch (error) {
      this.log.warn('an account that could not be made is settled later', { error });
      await this.claims.putOff(claim, LATE_EFFECT_MS);
      return null;
    }
  }

  async later(claim: ClaimedIntent, waitMs = backOff(BACK_OFF, claim.intent.attempts + 1)): Promise<SettledIntent> {
    await this.claims.putOff(claim, waitMs);
    return LATER;
  }

  /** The account, where it is known to be ours and to open by the secret no more. On the hub it was never to. */
  private async ownersAccount(intent: AccountIntentRow, remote: MediaServer): Promise<RemoteAccount | null> {
    const { name, remoteUserId } = intent;
    if (remote.type === 'hub') return remote.account(name);
    if (remoteUserId === null) return null;
    const account = await remote.account(remoteUserId);
    if (!account || account.isAdministrator || !sameName(account.name, name)) return null;
    const verdict = await remote.checkPassword(account.name, this.intents.secretOf(intent));
    return verdict.outcome === 'accepted' ? null : account;
  }

  private async link(claim: ClaimedIntent, account: RemoteAccount): Promise<SettledIntent> {
    const made = { account, confirmed: NOTHING_CONFIRMED, limitsBefore: claim.intent.limitsBefore };
    const linked = await this.made.link(claim, made);
    return linked === 'taken' || linked === 'not_linked' ? UNDONE : { state: 'linked', account };
  }
}
