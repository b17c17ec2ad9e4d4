import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import type { Role } from '../../../core/access/permissions.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import {
  type Account,
  ACCOUNT_DEMOTION,
  ACCOUNT_REMOVAL,
  AccountChanged,
  AccountRemoved,
  AccountsRepository,
  ContentPoliciesRepository,
  type ListedAccount,
  type SignInMethods,
} from '../../users/users.public.js';
import {
  adminsCannotBeModified,
  cannotDeleteLastAdmin,
  cannotDeleteOwnAccount,
  cannotDemoteLastAdmin,
  kidsAccountRole,
} from '../auth.errors.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';

/** An account as administrators see it in their list, at this moment. */
export interface AccountOverview extends Omit<ListedAccount, 'invitedUntil'> {
  /** Is there a connect link for it that can still be used? */
  readonly hasPendingInvite: boolean;
}

/**
 * What an account may do and how it may sign in. Nothing of it is cached, so each change counts with the account's next call. Every change
 * throws AppError 404 for an unknown account, 401 and 403 where the caller has lost their rights meanwhile.
 */
@Injectable()
export class AccountsService {
  private readonly listed: CachedReading<readonly ListedAccount[]>;

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly ssoOnly: SsoOnlyService,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {
    this.listed = new CachedReading(database, () => database.readOne((tx) => accounts.list(tx)));
  }

  /** Every account, ordered by id; all of it as of one moment. */
  async all(): Promise<readonly AccountOverview[]> {
    return (await this.listed.get()).map((listed) => this.overview(listed));
  }

  /** @throws AppError 409 for a kids account, the last administrator, and the last one with a password while single sign-on is required */
  changeRole(userId: number, role: Role, caller: Privileged): Promise<AccountOverview> {
    return this.change(userId, caller, async (tx, account) => {
      const isAnother = account.role !== role;
      if (isAnother && (await this.policies.isKids(tx, userId))) throw kidsAccountRole();
      const demoted = account.role === 'admin' && role !== 'admin';
      if (demoted && !(await this.accounts.hasAnotherAdmin(tx, userId))) throw cannotDemoteLastAdmin();
      if (demoted) await this.ssoOnly.requireAnotherLocalAdmin(tx, userId);
      await this.accounts.setRole(tx, userId, role);
      if (!demoted) return;
      for (const answer of this.ports.all(ACCOUNT_DEMOTION)) await answer.accountDemoted(tx, userId);
    });
  }

  /** Switches ways to sign in on or off; open sessions go on. @throws AppError 409 for administrators, who may use every way */
  changeSignInMethods(userId: number, methods: SignInMethods, caller: Privileged): Promise<AccountOverview> {
    return this.change(userId, caller, async (tx, account) => {
      if (account.role === 'admin') throw adminsCannotBeModified();
      await this.accounts.setSignInMethods(tx, userId, methods);
    });
  }

  shareAi(userId: number, granted: boolean, caller: Privileged): Promise<AccountOverview> {
    return this.change(userId, caller, (tx) => this.accounts.setAiShared(tx, userId, granted));
  }

  /** With all its rows, in one write. @throws AppError 400 for one's own account, 409 as {@link changeRole} */
  async delete(userId: number, caller: ActingAdministrator): Promise<void> {
    if (userId === caller.userId) throw cannotDeleteOwnAccount();
    const afterwards = await privilegedWrite(this.database, caller, async (tx) => {
      const { role } = await this.accounts.require(tx, userId);
      if (role === 'admin' && !(await this.accounts.hasAnotherAdmin(tx, userId))) throw cannotDeleteLastAdmin();
      if (role === 'admin') await this.ssoOnly.requireAnotherLocalAdmin(tx, userId);
      const events: object[] = [];
      for (const answer of this.ports.all(ACCOUNT_REMOVAL))
        await answer.accountRemoved(tx, userId, (event) => void events.push(event));
      await this.accounts.remove(tx, userId);
      return events;
    });
    for (const event of [new AccountRemoved(userId), ...afterwards]) await this.events.publish(event);
  }

  private async change(
    userId: number,
    caller: Privileged,
    apply: (tx: WriteTx, account: Account) => Promise<void>,
  ): Promise<AccountOverview> {
    const changed = await privilegedWrite(this.database, caller, async (tx) => {
      await apply(tx, await this.accounts.require(tx, userId));
      return this.overview(await this.accounts.requireListed(tx, userId));
    });
    await this.events.publish(new AccountChanged(userId));
    return changed;
  }

  /** An invitation ends by time alone: it is judged when it is shown, not when it was read. */
  private overview({ invitedUntil, ...listed }: ListedAccount): AccountOverview {
    return { ...listed, hasPendingInvite: invitedUntil !== null && this.clock.now() < invitedUntil };
  }
}
