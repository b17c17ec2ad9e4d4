import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { always, CLIENT_CAPABILITIES } from '../../settings/settings.public.js';
import { ACCOUNT_REMOVAL, AccountsRepository, type AccountRemoval } from '../../users/users.public.js';
import type { AccountAllowances, AllowanceView } from '../pricing/quota-quote.js';
import { failingClosed } from '../quotas.errors.js';
import { RequestQuotaChanged } from '../quotas.events.js';
import type { AllowanceKind, AllowanceRule, PerKind } from '../rules/allowance-rule.js';
import { type OverrideChanges, QuotasRepository, type RuleChanges } from '../quotas.repository.js';
import { QuotaService, type Spender } from './quota.service.js';

/** Reads and changes allowances. Every fault of the storage is a 503. Deletes the rules of removed accounts. */
@Injectable()
export class AllowancesService implements OnModuleInit, AccountRemoval {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly accounts: AccountsRepository,
    private readonly saved: QuotasRepository,
    private readonly allowances: QuotaService,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(CLIENT_CAPABILITIES, always('request_quotas'));
  }

  /** Deletes the rules of the account. Its charges stay as history. */
  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.saved.forgetRules(tx, userId);
  }

  own(caller: Caller): Promise<AllowanceView> {
    return this.read((tx) => this.allowances.view(tx, caller, this.clock.now()));
  }

  defaults(): Promise<PerKind<AllowanceRule>> {
    return this.read((tx) => this.saved.defaults(tx));
  }

  /** Changes the household's rules and returns all of them. They apply at once, also to what was used before. */
  async changeDefaults(admin: Privileged, changes: RuleChanges): Promise<PerKind<AllowanceRule>> {
    const { rules, accounts } = await this.write(admin, async (tx) => {
      await this.saved.setDefaults(tx, changes);
      return { rules: await this.saved.defaults(tx), accounts: await this.accounts.all(tx) };
    });
    for (const { id } of accounts) await this.events.publish(new RequestQuotaChanged(id));
    return rules;
  }

  /** An account's allowances. @throws AppError 404 for an unknown account */
  ofAccount(userId: number): Promise<AllowanceView> {
    return this.read(async (tx) => this.allowances.view(tx, await this.spender(tx, userId), this.clock.now()));
  }

  /** The allowances of all accounts, ordered by id, as they are at one moment. */
  ofEverybody(): Promise<readonly AccountAllowances[]> {
    return this.read(async (tx) => {
      const accounts = await this.accounts.all(tx);
      const spenders = accounts.map(({ id, username, role }) => ({ userId: id, username, role }));
      return this.allowances.viewEach(tx, spenders, this.clock.now());
    });
  }

  /** Changes rules of an account, or resets them to the household's. @throws AppError 404 for an unknown account */
  changeAccount(admin: Privileged, userId: number, changes: OverrideChanges): Promise<AllowanceView> {
    return this.change(admin, userId, (tx) => this.saved.setOverrides(tx, userId, changes));
  }

  /** Clears what an account has used of these kinds. @throws AppError 404 for an unknown account */
  reset(admin: ActingAdministrator, userId: number, kinds: readonly AllowanceKind[]): Promise<AllowanceView> {
    return this.change(admin, userId, (tx, spender) =>
      this.allowances.reset(tx, spender, { adminId: admin.userId, kinds }, this.clock.now()),
    );
  }

  private async change(
    admin: Privileged,
    userId: number,
    work: (tx: WriteTx, spender: Spender) => Promise<void>,
  ): Promise<AllowanceView> {
    const view = await this.write(admin, async (tx) => {
      const spender = await this.spender(tx, userId);
      await work(tx, spender);
      return this.allowances.view(tx, spender, this.clock.now());
    });
    await this.events.publish(new RequestQuotaChanged(userId));
    return view;
  }

  private async spender(tx: ReadTx, userId: number): Promise<Spender> {
    const { role } = await this.accounts.require(tx, userId);
    return { userId, role };
  }

  private read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return failingClosed(() => this.database.read(query));
  }

  private write<T>(admin: Privileged, work: (tx: WriteTx) => Promise<T>): Promise<T> {
    return failingClosed(() => privilegedWrite(this.database, admin, work));
  }
}
