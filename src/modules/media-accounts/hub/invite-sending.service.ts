import { Injectable } from '@nestjs/common';
import { Secret } from '../../../core/secrets/secret.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { PersonOnServer } from '../access/server-rights.service.js';
import { AccountStepsService } from '../account-steps.service.js';
import { NOTHING_CONFIRMED } from '../accounts/media-accounts.repository.js';
import { type AccountTerms, AccountPlansService } from '../creation/account-plans.service.js';
import { mayStillArrive, WriteFailed } from '../creation/failed-write.js';
import { type ClaimedIntent, IntentClaimLost, IntentClaimsService } from '../creation/intent-claims.service.js';
import { IntentSettlingJob, type SettledIntent } from '../creation/intent-settling.job.js';
import { JudgedIntentsService } from '../creation/judged-intents.service.js';
import { type MadeAccount, MadeAccountsService } from '../creation/made-accounts.service.js';

import { accountExists, accountNotMade, nameTaken, serverNotGranted } from '../media-accounts.errors.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import type { PersonWithoutAccount } from '../linking/links.service.js';
import { isCalled, type MediaServer, type RemoteAccount } from '../servers/media-server.js';

export interface Invitee extends PersonOnServer {
  readonly email: string;
  /** Have they named it for this server? Then it is their address from now on. */
  readonly isNamed: boolean;
  /** The account at the hub that they have just proven to be theirs; null where they have typed an address. */
  readonly proven: ProvenAccount | null;
}

/** An account at the hub whose owner has approved a PIN. */
export interface ProvenAccount {
  readonly accountId: string;
  readonly email: string;
}

/** Sends invitations to servers behind the hub by intents: each once, also after a crash or a lost answer. */
@Injectable()
export class InviteSendingService {
  constructor(
    private readonly people: AccountsRepository,
    private readonly claims: IntentClaimsService,
    private readonly judged: JudgedIntentsService,
    private readonly terms: AccountPlansService,
    private readonly made: MadeAccountsService,
    private readonly settling: IntentSettlingJob,
    private readonly steps: AccountStepsService,
  ) {}

  /**
   * An earlier call's invitation of this address, or null. One of another address is settled first.
   * @throws AppError 409 `account_exists` while somebody works on it, and where it was sent; 502 where it can't be settled now
   */
  async takeOver(invitee: Invitee): Promise<ClaimedIntent | null> {
    const begun = await this.claims.takeOver(invitee);
    if (!begun) return null;
    const { name } = begun.intent;
    if (isCalled({ id: name, email: name.toLowerCase() }, invitee.email)) return begun;
    const { state } = await this.claims.during(begun, () => this.settleOther(begun));
    if (state === 'linked') throw accountExists();
    if (state === 'later') throw accountNotMade(sayOfAccount('earlier_invitation_under_way'));
    return null;
  }

  /** An address that somebody has named stays theirs. @throws AppError as {@link JudgedIntentsService.begin} */
  begin({ userId, instanceId, email, isNamed, gone }: Invitee & PersonWithoutAccount): Promise<ClaimedIntent> {
    return this.judged.begin({ userId, instanceId, gone }, email, 'address', async (tx) => {
      const { hubEmail } = await this.people.require(tx, userId);
      if (isNamed && hubEmail !== email) await this.people.setHubEmail(tx, userId, email);
    });
  }

  /** @throws AppError 403 for somebody who has lost the server; 409 `name_taken`; 502 where the hub refuses; UpstreamError */
  send(claim: ClaimedIntent, remote: MediaServer): Promise<RemoteAccount> {
    return this.claims.during(claim, () => this.carryOut(claim, remote));
  }

  private async carryOut(claim: ClaimedIntent, remote: MediaServer): Promise<RemoteAccount> {
    const { userId, instanceId } = claim.intent;
    try {
      if (userId === null) throw serverNotGranted();
      this.steps.reached('intent_kept', claim.intent);
      const made = await this.inviteOnce(claim, remote, await this.terms.terms(userId, instanceId));
      this.steps.reached('account_made', claim.intent);
      const linked = await this.made.link(claim, made);
      if (linked === 'taken') throw nameTaken();
      // Somebody who has lost the server meanwhile is linked all the same: so the invitation is taken back.
      if (linked !== 'theirs') throw serverNotGranted();
      return made.account;
    } catch (error) {
      const account = await this.settling.afterFailure(claim, !mayStillArrive(error));
      if (account) return account;
      throw notSent(error);
    }
  }

  /** What an earlier call has sent carries what was wanted then, which nobody can read: nothing of it is confirmed. */
  private async inviteOnce(
    claim: ClaimedIntent,
    remote: MediaServer,
    { access, confirmed }: AccountTerms,
  ): Promise<MadeAccount> {
    const { name } = claim.intent;
    const sentBefore = claim.isFirst ? null : await remote.account(name);
    if (sentBefore) return { account: sentBefore, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    await this.claims.permit(claim);
    const created = await remote.create({ name, secret: Secret.of(''), access });
    if (created.outcome !== 'done') throw new WriteFailed(created);
    return { account: created.account, confirmed, limitsBefore: created.limitsBefore };
  }

  private async settleOther(begun: ClaimedIntent): Promise<SettledIntent> {
    try {
      return await this.settling.settle(begun);
    } catch (error) {
      await this.settling.later(begun);
      throw error;
    }
  }
}

function notSent(error: unknown): unknown {
  if (error instanceof IntentClaimLost) return accountNotMade(sayOfAccount('account_given_up'));
  return error instanceof WriteFailed ? error.toCaller() : error;
}
