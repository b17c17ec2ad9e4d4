import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { InstanceMissing, type MediaServerRecord } from '../../instances/instances.public.js';
import { accountExists, accountNotMade, nameTaken, serverFault, serverNotGranted } from '../media-accounts.errors.js';
import type { MediaServer, RemoteAccount } from '../servers/media-server.js';
import { sameName } from '../servers/remote-names.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { type AccountPlan, AccountPlansService } from './account-plans.service.js';
import { makeClosed } from './closed-account.js';
import { mayStillArrive, WriteFailed } from './failed-write.js';
import { IntentSettlingService } from './intent-settling.service.js';
import { IntentWritesService } from './intent-writes.service.js';
import { MadeAccountsService } from './made-accounts.service.js';
import type { AccountPlace } from './new-account-rights.service.js';
import { WorkTurnsService } from './work-turns.service.js';

/** An account that was made for its owner. */
export interface CreatedAccount {
  readonly server: MediaServerRecord;
  readonly account: RemoteAccount;
}

/**
 * People make their own account on a server, under their own name.
 *
 * An intent with a one-time secret is committed before the first call. The account is made under the secret, sees no more
 * than it is to see, and gets the person's password as the last step; that is stored nowhere. What breaks off is settled by
 * reading the server: at once, by the job, or when the person comes again. Source: issue 21, Creation is durable.
 */
@Injectable()
export class AccountCreationService {
  constructor(
    private readonly plans: AccountPlansService,
    private readonly turns: WorkTurnsService,
    private readonly writes: IntentWritesService,
    private readonly intents: AccountIntentsRepository,
    private readonly made: MadeAccountsService,
    private readonly settling: IntentSettlingService,
  ) {}

  /**
   * Makes the caller's account on a server that has passwords.
   *
   * @throws AppError 403, one for unknown instances and those that the caller doesn't hold, which nobody is asked for; 400 with
   *   `wrong_kind` or `invalid_name`; 409 with `account_exists` or `name_taken`; 502 when the server couldn't be asked or
   *   refuses: then what was made is taken away, at once or as soon as the server can be asked
   */
  async create({ userId }: Caller, instanceId: string, password: Secret): Promise<CreatedAccount> {
    const place = { userId, instanceId };
    const server = await this.plans.server(place);
    const endTurn = this.turns.forPerson(userId, instanceId);
    if (!endTurn) throw accountExists();
    try {
      return { server, account: await this.inTurn(place, password) };
    } catch (error) {
      throw error instanceof InstanceMissing ? serverNotGranted() : serverFault(error);
    } finally {
      endTurn();
    }
  }

  private async inTurn(place: AccountPlace, password: Secret): Promise<RemoteAccount> {
    const { begun, name } = await this.plans.task(place);
    const endTurn = this.turns.forName(name, place.instanceId);
    if (!endTurn) throw nameTaken();
    try {
      const plan = await this.plans.plan(place, name);
      if (begun) return await this.carryOut(begun, plan, password);
      await requireFree(plan.remote, name);
      return await this.carryOut(await this.writes.begin(place, name, 'password'), plan, password);
    } finally {
      endTurn();
    }
  }

  /** Does what the intent says. Where that fails, what was made is taken away, or was done after all. */
  private async carryOut(intent: AccountIntentRow, plan: AccountPlan, password: Secret): Promise<RemoteAccount> {
    const { remote, terms } = plan;
    try {
      const made = await makeClosed(remote, intent, this.intents.secretOf(intent), terms);
      await this.writes.keepMade(intent, made);
      const written = await remote.setPassword(made.account.id, password);
      if (written.outcome !== 'done') throw new WriteFailed(written);
      // Somebody who has lost the server meanwhile is linked all the same: so the account is switched off.
      if ((await this.made.link(intent, made)) !== 'theirs') throw serverNotGranted();
      return made.account;
    } catch (error) {
      const account = await this.settling.afterFailure(intent.id, !mayStillArrive(error));
      if (account) return account;
      throw error instanceof WriteFailed ? error.toCaller() : error;
    }
  }
}

/** @throws AppError 409 `name_taken` where somebody there bears the name, in whatever case; 502 where nobody can tell */
async function requireFree(remote: MediaServer, name: string): Promise<void> {
  const { accounts, isComplete } = await remote.accounts();
  if (accounts.some((account) => sameName(account.name, name))) throw nameTaken();
  if (!isComplete) throw accountNotMade('a part of its list of accounts can not be read');
}
