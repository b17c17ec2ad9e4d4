import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { isChosen, planRelease, type QuotaItem, type UnitChoice } from '../charges/quota-refund.js';
import {
  quoteSelection,
  viewAllowances,
  type AllowanceQuote,
  type AllowanceView,
  type Purse,
} from '../pricing/quota-quote.js';
import type { QuotaSelection } from '../pricing/quota-price.js';
import { failingClosed } from '../quotas.errors.js';
import type { AllowanceKind } from '../rules/allowance-rule.js';
import { QuotasRepository } from '../quotas.repository.js';
import { QuotaExceeded } from './quota-exceeded.js';
import type { RefundReason } from '../rows.js';

/** The account whose allowance is used: a caller, or the requester of a request that somebody else decides. */
export interface Spender {
  readonly userId: number;
  readonly role: Role;
}

/** The units that a request is charged for, and those that it has taken before, released or not. */
interface Spending {
  readonly requestId: number;
  readonly spender: Spender;
  readonly input: QuotaSelection;
  readonly before: readonly QuotaItem[];
}

/** The units that a request releases, and the reason. */
export interface Release extends UnitChoice {
  readonly reason: Exclude<RefundReason, 'reset'>;
}

/**
 * Prices, charges and refunds requests in the caller's transaction. What can't be read or written is 503 `request allowances temporarily
 * unavailable`.
 */
@Injectable()
export class QuotaService {
  constructor(private readonly saved: QuotasRepository) {}

  /** The current state of an account's allowances. */
  view(tx: ReadTx, spender: Spender, now: number): Promise<AllowanceView> {
    return failingClosed(async () => viewAllowances(await this.purse(tx, spender, now), now));
  }

  /** As {@link view}, of each of these accounts, in three statements however many there are. @param spenders at least one */
  viewEach<Account extends Spender>(
    tx: ReadTx,
    spenders: readonly Account[],
    now: number,
  ): Promise<readonly { readonly account: Account; readonly view: AllowanceView }[]> {
    return failingClosed(async () => {
      const holdings = await this.saved.holdingsOfEach(tx, spenders, now);
      return holdings.map(({ account, rules, charges }) => {
        const purse = { exempt: account.role === 'admin', rules, charges };
        return { account, view: viewAllowances(purse, now) };
      });
    });
  }

  /** The price of a new request, and whether it fits. Reserves nothing. */
  preview(tx: ReadTx, spender: Spender, input: QuotaSelection, now: number): Promise<AllowanceQuote> {
    return failingClosed(
      async () => quoteSelection(await this.purse(tx, spender, now), { input, taken: [] }, now).quote,
    );
  }

  /**
   * Charges a request: completely or not at all. Units that it has taken before are free, so a decision may send its whole selection again.
   * Charges are recorded even without a limit.
   * @param input the units that are not yet known to be owned or requested; charges nothing when empty
   * @returns whether a unit was charged, so that {@link RequestQuotaChanged} has to be published after the commit
   * @throws QuotaExceeded when it doesn't fit; the transaction must be rolled back then
   */
  charge(tx: WriteTx, requestId: number, spender: Spender, input: QuotaSelection, now: number): Promise<boolean> {
    return failingClosed(async () => {
      const items = await this.saved.itemsOfRequest(tx, requestId);
      const before = items.filter((item) => item.userId === spender.userId);
      return this.spend(tx, { requestId, spender, input, before }, now);
    });
  }

  /** As {@link charge}, for an account that has taken nothing for this request before: it was added or joined in this transaction. */
  chargeNew(tx: WriteTx, requestId: number, spender: Spender, input: QuotaSelection, now: number): Promise<boolean> {
    return failingClosed(() => this.spend(tx, { requestId, spender, input, before: [] }, now));
  }

  /** Marks units, all where none are named, right before the first change to a library for them. They are not refunded from then on. */
  markStarted(tx: WriteTx, requestId: number, now: number, units?: Omit<UnitChoice, 'userId'>): Promise<void> {
    return failingClosed(() => this.saved.markStarted(tx, requestId, now, units));
  }

  /**
   * Gives back what a request has taken and whose delivery could not yet have begun. Calling it again does nothing.
   * @returns the accounts that got a unit back, for whom {@link RequestQuotaChanged} is due after the commit
   */
  release(tx: WriteTx, requestId: number, { reason, ...choice }: Release, now: number): Promise<readonly number[]> {
    return failingClosed(async () => {
      const items = await this.saved.itemsOfRequest(tx, requestId);
      const given = items.filter((item) => isChosen(item, choice));
      const sharing = await this.saved.itemsOfCharges(
        tx,
        given.map(({ chargeId }) => chargeId),
      );
      const { released, refundedCharges } = planRelease(given, sharing);
      await this.saved.releaseItems(tx, released, reason, now);
      await this.saved.refund(tx, refundedCharges, reason, now);
      const refunded = released.filter(({ chargeId }) => refundedCharges.includes(chargeId));
      return [...new Set(refunded.map(({ userId }) => userId))];
    });
  }

  /** Clears what an account has used of these kinds from all accounting. Requests stay as they are, and a record says who did it. */
  reset(
    tx: WriteTx,
    spender: Spender,
    { adminId, kinds }: { readonly adminId: number; readonly kinds: readonly AllowanceKind[] },
    now: number,
  ): Promise<void> {
    return failingClosed(async () => {
      const { allowances } = await this.view(tx, spender, now);
      const cleared = allowances.filter(({ kind }) => kinds.includes(kind));
      const restoredUnits = cleared.reduce((sum, { used }) => sum + used, 0);
      await this.saved.reset(tx, { userId: spender.userId, adminId, kinds, restoredUnits }, now);
    });
  }

  private async spend(tx: WriteTx, { requestId, spender, input, before }: Spending, now: number): Promise<boolean> {
    const { userId } = spender;
    const taken = before.filter((item) => item.releasedAt === null);
    const { quote, prices } = quoteSelection(await this.purse(tx, spender, now), { input, taken }, now);
    if (!quote.fits) throw new QuotaExceeded(quote);
    const newUnits = prices.filter(({ cost }) => cost === 'new').map(({ unit }) => unit);
    const spent = await this.saved.spend(tx, { userId, instanceId: input.instanceId }, newUnits, now);
    const payers = new Map(newUnits.map((unit, place) => [unit, spent[place]]));
    const items = prices.map((price): QuotaItem => {
      const { kind, key, work } = price.unit;
      const chargeId = price.cost === 'shared' ? price.charge.id : payers.get(price.unit);
      if (chargeId === undefined) throw new Error('a charge was written without an id');
      const earlier = before.find((item) => item.kind === kind && item.key === key);
      const deliveryStartedAt = earlier?.deliveryStartedAt ?? null;
      return { requestId, userId, kind, key, work, chargeId, deliveryStartedAt, releasedAt: null };
    });
    await (before.length === 0 ? this.saved.addItems(tx, items) : this.saved.takeItems(tx, items));
    return newUnits.length > 0;
  }

  private async purse(tx: ReadTx, { userId, role }: Spender, now: number): Promise<Purse> {
    const rules = await this.saved.effectiveRules(tx, userId);
    return { exempt: role === 'admin', rules, charges: await this.saved.held(tx, userId, now) };
  }
}
