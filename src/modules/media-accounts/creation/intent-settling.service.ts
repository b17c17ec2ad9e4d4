import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { backOff, doubling } from '../../../core/work/back-off.js';
import { AccountStepsService } from '../account-steps.service.js';
import { NOTHING_CONFIRMED } from '../accounts/confirmed-access.js';
import type { MediaServer, RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { sameName } from '../servers/remote-names.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { type ClaimedIntent, IntentClaimsService, LATE_EFFECT_MS } from './intent-claims.service.js';
import { MadeAccountsService } from './made-accounts.service.js';

/** What became of an account that was being made. */
export type SettledIntent =
  /** The person has it: their password was set before the answer was lost. */
  | { readonly state: 'linked'; readonly account: RemoteAccount }
  /** Nothing of it is left there. */
  | { readonly state: 'undone' }
  /** The server couldn't be read, or something may still arrive there: it is looked at again. */
  | { readonly state: 'later' };

/** How long to wait before a server that couldn't be asked is asked again. */
const BACK_OFF = { waits: doubling(10_000, 60_000) };

const UNDONE: SettledIntent = { state: 'undone' };
const LATER: SettledIntent = { state: 'later' };

/**
 * Settles what is left of the making of an account, without the person: the server is read for what came of it.
 *
 * An account that opens by the one-time secret is taken away, since nobody knows its password. One that was made under the
 * secret and opens by it no more has got the password of the person, and is theirs. All else is somebody else's.
 */
@Injectable()
export class IntentSettlingService {
  constructor(
    private readonly intents: AccountIntentsRepository,
    private readonly claims: IntentClaimsService,
    private readonly made: MadeAccountsService,
    private readonly servers: MediaServersService,
    private readonly steps: AccountStepsService,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Settles an intent, and gives it back where that can't be done now.
   *
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
      this.steps.passed('leftover_discarded', intent);
    }
    if (!isCertain) return this.later(claim, waitMs);
    await this.claims.end(claim);
    this.steps.passed('intent_removed', intent);
    return UNDONE;
  }

  /**
   * Settles an intent right after its call has failed, or its process was killed. What can't be settled now is left to the job.
   *
   * @returns the account, where it is the person's after all
   */
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

  /** Keeps an intent for another try. */
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
