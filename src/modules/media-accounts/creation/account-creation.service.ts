import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceMissing, type MediaServerRecord } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AccountStepsService } from '../account-steps.service.js';
import { ServerRightsService } from '../access/server-rights.service.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import {
  accountExists,
  accountNotMade,
  invalidName,
  nameTaken,
  serverFault,
  serverNotGranted,
  wrongKind,
} from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { MediaServer, RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { sameName } from '../servers/remote-names.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { type AccountTerms, AccountTermsService } from './account-terms.service.js';
import { mayStillArrive, WriteFailed } from './failed-write.js';
import { IntentSettlingService, LATE_EFFECT_MS } from './intent-settling.service.js';
import { type MadeAccount, MadeAccountsService } from './made-accounts.service.js';
import { WorkTurnsService } from './work-turns.service.js';

/** An account that was made for its owner. */
export interface CreatedAccount {
  readonly server: MediaServerRecord;
  readonly account: RemoteAccount;
}

/** Whose account is made, and where. */
interface Place {
  readonly userId: number;
  readonly instanceId: string;
}

const SECRET_BYTES = 32;

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
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly rights: ServerRightsService,
    private readonly links: MediaAccountsRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly terms: AccountTermsService,
    private readonly servers: MediaServersService,
    private readonly made: MadeAccountsService,
    private readonly settling: IntentSettlingService,
    private readonly turns: WorkTurnsService,
    private readonly steps: AccountStepsService,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly random: Random,
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
    const server = await this.database.read((tx) => this.judge(tx, place));
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

  private async inTurn(place: Place, password: Secret): Promise<RemoteAccount> {
    const { begun, name } = await this.database.read((tx) => this.begun(tx, place));
    const endTurn = this.turns.forName(name, place.instanceId);
    if (!endTurn) throw nameTaken();
    try {
      const { remote } = await this.servers.connect(place.instanceId);
      if (!remote.nameFits(name)) throw invalidName();
      const terms = await this.terms.of(place.userId, place.instanceId);
      const intent = begun ?? (await this.begin(place, name, remote));
      return await this.carryOut(intent, remote, terms, password);
    } finally {
      endTurn();
    }
  }

  /** @throws AppError as {@link create} */
  private async judge(tx: ReadTx, { userId, instanceId }: Place): Promise<MediaServerRecord> {
    const server = await this.rights.require(tx, userId, instanceId);
    if (server.serviceType === 'hub') throw wrongKind();
    if (await this.links.of(tx, userId, instanceId)) throw accountExists();
    return server;
  }

  /** What an earlier call has left, and the name that the account is to bear. */
  private async begun(tx: ReadTx, place: Place): Promise<{ readonly begun: AccountIntentRow | null; name: string }> {
    await this.judge(tx, place);
    const begun = await this.intents.of(tx, place.userId, place.instanceId);
    return { begun, name: begun?.name ?? (await this.people.require(tx, place.userId)).username };
  }

  /** Notes what is to be made, once nobody there bears the name. */
  private async begin(place: Place, name: string, remote: MediaServer): Promise<AccountIntentRow> {
    const { accounts, isComplete } = await remote.accounts();
    if (accounts.some((account) => sameName(account.name, name))) throw nameTaken();
    if (!isComplete) throw accountNotMade('a part of its list of accounts can not be read');
    const secret = Secret.of(this.random.base64url(SECRET_BYTES));
    return this.database.write(async (tx) => {
      await this.judge(tx, place);
      if (await this.intents.isMakingName(tx, place.instanceId, name)) throw nameTaken();
      const nextAttemptAt = this.clock.now() + LATE_EFFECT_MS;
      return this.intents.add(tx, { ...place, name, secret, nextAttemptAt });
    });
  }

  /** Does what the intent says. Where that fails, what was made is taken away, or was done after all. */
  private async carryOut(
    intent: AccountIntentRow,
    remote: MediaServer,
    terms: AccountTerms,
    password: Secret,
  ): Promise<RemoteAccount> {
    try {
      this.steps.passed('intent_kept', intent);
      const made = await this.makeClosed(intent, remote, terms);
      this.steps.passed('account_made', intent);
      await this.keepMade(intent, made);
      this.steps.passed('made_kept', intent);
      const written = await remote.setPassword(made.account.id, password);
      if (written.outcome !== 'done') throw new WriteFailed(written);
      this.steps.passed('password_set', intent);
      await this.link(intent, made);
      return made.account;
    } catch (error) {
      const account = await this.settling.afterFailure(intent.id, !mayStillArrive(error));
      if (account) return account;
      throw error instanceof WriteFailed ? error.toCaller() : error;
    }
  }

  /** The account as it opens by the secret alone, and sees no more than it is to see. */
  private async makeClosed(intent: AccountIntentRow, remote: MediaServer, terms: AccountTerms): Promise<MadeAccount> {
    const { access, confirmed } = terms;
    const { name, remoteUserId, limitsBefore } = intent;
    const present = remoteUserId === null ? null : await remote.account(remoteUserId);
    if (present && sameName(present.name, name)) {
      const written = await remote.writeAccess(present.id, { ...access, limitsBefore });
      if (written.outcome !== 'done') throw new WriteFailed(written);
      if (!written.account) throw new WriteFailed({ outcome: 'gone' });
      return { account: written.account, confirmed, limitsBefore: written.limitsBefore };
    }
    const created = await remote.create({ name, secret: this.intents.secretOf(intent), access });
    if (created.outcome !== 'done') throw new WriteFailed(created);
    return { account: created.account, confirmed, limitsBefore: created.limitsBefore };
  }

  /** Keeps which account is ours, before the person's password is sent: from then on it doesn't open by the secret. */
  private async keepMade({ id, userId, instanceId }: AccountIntentRow, made: MadeAccount): Promise<void> {
    await this.database.write(async (tx) => {
      if (userId === null) throw serverNotGranted();
      await this.judge(tx, { userId, instanceId });
      const nextAttemptAt = this.clock.now() + LATE_EFFECT_MS;
      const { account, limitsBefore } = made;
      await this.intents.change(tx, id, { remoteUserId: account.id, limitsBefore, nextAttemptAt });
    });
  }

  /** Somebody who has lost the server meanwhile is linked all the same: so the account is switched off. */
  private async link({ id, userId, instanceId }: AccountIntentRow, made: MadeAccount): Promise<void> {
    const isTheirs = await this.database.write(async (tx) => {
      const isLinked = await this.made.link(tx, id, made);
      return isLinked && userId !== null && (await this.rights.holds(tx, userId, instanceId));
    });
    this.steps.passed('linked', { instanceId, userId });
    await this.events.publish(new MediaLinksChanged(instanceId, userId === null ? [] : [userId]));
    this.steps.passed('link_announced', { instanceId, userId });
    if (!isTheirs) throw serverNotGranted();
  }
}
