import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { InstanceMissing, type MediaServerRecord } from '../../instances/instances.public.js';
import { AccountStepsService } from '../account-steps.service.js';
import { accountNotMade, nameTaken, serverFault, serverNotGranted } from '../media-accounts.errors.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import type { AccountIntentRow } from '../rows.js';
import { type MediaServer, type RemoteAccount, sameName, type WritePermit } from '../servers/media-server.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { type AccountPlan, AccountPlansService, type AccountTerms } from './account-plans.service.js';
import { mayStillArrive, WriteFailed } from './failed-write.js';
import { type ClaimedIntent, IntentClaimLost, IntentClaimsService } from './intent-claims.service.js';
import { IntentSettlingJob } from './intent-settling.job.js';
import { JudgedIntentsService } from './judged-intents.service.js';
import { type MadeAccount, MadeAccountsService } from './made-accounts.service.js';
import type { PersonOnServer } from '../access/server-rights.service.js';

type CommittedIntent = Pick<AccountIntentRow, 'name' | 'remoteUserId' | 'limitsBefore'>;

/**
 * Makes an account that opens by the secret alone and sees no more than it is to see, or goes on with the one of an earlier call.
 * @throws WriteFailed where the server hasn't made it, or may not have; UpstreamError when it can't be read; what `permit` throws
 */
async function makeClosed(
  remote: MediaServer,
  { name, remoteUserId, limitsBefore }: CommittedIntent,
  secret: Secret,
  { access, confirmed }: AccountTerms,
  permit: WritePermit,
): Promise<MadeAccount> {
  const present = remoteUserId === null ? null : await remote.account(remoteUserId);
  if (present && sameName(present.name, name)) {
    const written = await remote.writeAccess(present.id, { ...access, limitsBefore }, permit);
    if (written.outcome !== 'done') throw new WriteFailed(written);
    if (!written.account) throw new WriteFailed({ outcome: 'gone' });
    return { account: written.account, confirmed, limitsBefore: written.limitsBefore };
  }
  await permit();
  const created = await remote.create({ name, secret, access });
  if (created.outcome !== 'done') throw new WriteFailed(created);
  return { account: created.account, confirmed, limitsBefore: created.limitsBefore };
}

export interface CreatedAccount {
  readonly server: MediaServerRecord;
  readonly account: RemoteAccount;
}

/**
 * People make their own account on a server, under their own name. An intent with a one-time secret is committed before the first call. The
 * account is made under the secret, and gets the person's password, stored nowhere, as the last step. What breaks off is settled by reading
 * the server: at once, by the job, or when the person comes again.
 */
@Injectable()
export class AccountCreationService {
  constructor(
    private readonly plans: AccountPlansService,
    private readonly judged: JudgedIntentsService,
    private readonly claims: IntentClaimsService,
    private readonly intents: AccountIntentsRepository,
    private readonly made: MadeAccountsService,
    private readonly settling: IntentSettlingJob,
    private readonly steps: AccountStepsService,
  ) {}

  /**
   * @throws AppError 403, one for unknown instances and those not held, before anybody is asked; 400 `wrong_kind`, `invalid_name`; 409
   *   `account_exists`, also while another call makes it, `name_taken`; 502, and what was made is taken away as soon as possible
   */
  async create({ userId }: Caller, instanceId: string, password: Secret): Promise<CreatedAccount> {
    const person = { userId, instanceId };
    try {
      const plan = await this.plans.of(person);
      const claim = (await this.claims.takeOver(person)) ?? (await this.begin(person, plan));
      const account = await this.claims.during(claim, () => this.carryOut(claim, plan, password));
      return { server: plan.server, account };
    } catch (error) {
      throw toCaller(error);
    }
  }

  private async begin(person: PersonOnServer, { remote, name, gone }: AccountPlan): Promise<ClaimedIntent> {
    await requireFree(remote, name);
    return this.judged.begin({ ...person, gone }, name, 'password');
  }

  /** Does what the intent says. Where that fails, what was made is taken away, or was done after all. */
  private async carryOut(claim: ClaimedIntent, plan: AccountPlan, password: Secret): Promise<RemoteAccount> {
    const { intent } = claim;
    const { remote, terms } = plan;
    this.steps.reached('intent_kept', intent);
    try {
      const secret = this.intents.secretOf(intent);
      const made = await makeClosed(remote, intent, secret, terms, () => this.claims.permit(claim));
      this.steps.reached('account_made', intent);
      await this.judged.keepMade(claim, made);
      this.steps.reached('made_kept', intent);
      const written = await remote.setPassword(made.account.id, password);
      if (written.outcome !== 'done') throw new WriteFailed(written);
      this.steps.reached('password_set', intent);
      // Somebody who has lost the server meanwhile is linked all the same: so the account is switched off.
      const linked = await this.made.link(claim, made);
      if (linked === 'taken') throw nameTaken();
      if (linked !== 'theirs') throw serverNotGranted();
      return made.account;
    } catch (error) {
      const account = await this.settling.afterFailure(claim, !mayStillArrive(error));
      if (account) return account;
      throw error;
    }
  }
}

/** @throws AppError 409 `name_taken` where an account has the name, in any case; 502 where nobody can tell */
async function requireFree(remote: MediaServer, name: string): Promise<void> {
  const { accounts, isComplete } = await remote.accounts();
  if (accounts.some((account) => sameName(account.name, name))) throw nameTaken();
  if (!isComplete) throw accountNotMade(sayOfAccount('account_list_incomplete'));
}

function toCaller(error: unknown): unknown {
  if (error instanceof InstanceMissing) return serverNotGranted();
  if (error instanceof IntentClaimLost) return accountNotMade(sayOfAccount('account_given_up'));
  return serverFault(error instanceof WriteFailed ? error.toCaller() : error);
}
