import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { groupBy } from '../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { insertRows, tableRows } from '../../core/database/sql-rows.js';
import type { QuotaItem, UnitChoice } from './charges/quota-refund.js';
import type { HeldCharge, QuotaUnit } from './pricing/quota-price.js';
import { LONGEST_WINDOW_MS } from './pricing/quota-window.js';
import { allowancesUnavailable } from './quotas.errors.js';
import {
  type AllowanceKind,
  type AllowanceRule,
  type EffectiveRule,
  effectiveRule,
  forEachKind,
  isAllowanceRule,
  kindNamed,
  nameOf,
  type PerKind,
  UNLIMITED,
} from './rules/allowance-rule.js';
import {
  QuotaChargeRow,
  QuotaDefaultRow,
  QuotaItemRow,
  QuotaResetRow,
  type RefundReason,
  UserQuotaRow,
} from './rows.js';

/** A reset by an administrator. */
export interface QuotaReset {
  readonly userId: number;
  readonly adminId: number;
  readonly kinds: readonly AllowanceKind[];
  /** The units that counted until now. */
  readonly restoredUnits: number;
}

/** Rules by kind; kinds that are left out keep theirs. */
export type RuleChanges = Partial<PerKind<AllowanceRule>>;

/** An account's own rules by kind; null inherits, kinds that are left out keep theirs. */
export type OverrideChanges = Partial<PerKind<AllowanceRule | null>>;

/** The rules that apply to an account, and the charges that may count. */
interface Holdings<Account> {
  readonly account: Account;
  readonly rules: PerKind<EffectiveRule>;
  readonly charges: readonly HeldCharge[];
}

type RuleRow = Pick<QuotaDefaultRow, 'mediaType' | 'bookFormat' | 'count' | 'windowDays'>;

const OWN = 'WHERE user_id = :userId AND inherit = :inherit';

const OF_EACH = 'WHERE inherit = :inherit';

const HELD = `
  WHERE user_id = :userId AND refunded_at IS NULL AND charged_at > :since
  ORDER BY charged_at, id`;

const HELD_BY_EACH = `
  WHERE user_id IN (:...userIds) AND refunded_at IS NULL AND charged_at > :since
  ORDER BY charged_at, id`;

const ITEM_KEY = ['requestId', 'userId', 'mediaType', 'bookFormat', 'unitKey'];

/**
 * The rows of allowance rules, of charges and the resets that cleared them, and of the units that requests have taken. An invalid rule is a
 * 503.
 */
@Injectable()
export class QuotasRepository {
  async defaults(tx: ReadTx): Promise<PerKind<AllowanceRule>> {
    const stored = rulesOf(await tableRows(tx, QuotaDefaultRow, ''));
    return forEachKind((kind) => stored.get(kind) ?? UNLIMITED);
  }

  async setDefaults(tx: WriteTx, changes: RuleChanges): Promise<void> {
    const rows = entriesOf(changes).map(([kind, { count, windowDays }]) => ({ ...nameOf(kind), count, windowDays }));
    if (rows.length > 0) await tx.upsert(QuotaDefaultRow, rows, ['mediaType', 'bookFormat']);
  }

  async effectiveRules(tx: ReadTx, userId: number): Promise<PerKind<EffectiveRule>> {
    const defaults = await this.defaults(tx);
    const own = rulesOf(await tableRows(tx, UserQuotaRow, OWN, { userId, inherit: false }));
    return forEachKind((kind) => effectiveRule(defaults[kind], own.get(kind) ?? null));
  }

  /** Changes rules of an account, or resets them to the household's. */
  async setOverrides(tx: WriteTx, userId: number, changes: OverrideChanges): Promise<void> {
    const rows = entriesOf(changes).map(([kind, rule]) => {
      const { count, windowDays } = rule ?? UNLIMITED;
      return { userId, ...nameOf(kind), inherit: rule === null, count, windowDays };
    });
    if (rows.length > 0) await tx.upsert(UserQuotaRow, rows, ['userId', 'mediaType', 'bookFormat']);
  }

  /** Deletes the rules of a removed account. */
  async forgetRules(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(UserQuotaRow, { userId });
  }

  /** An account's charges that were not refunded and may still count, oldest first. */
  async held(tx: ReadTx, userId: number, now: number): Promise<readonly HeldCharge[]> {
    const rows = await tableRows(tx, QuotaChargeRow, HELD, { userId, since: now - LONGEST_WINDOW_MS });
    return rows.map(heldCharge);
  }

  /**
   * {@link effectiveRules} and {@link held} of each of these accounts, in their order, in three statements however many there are.
   * @param accounts at least one
   */
  async holdingsOfEach<Account extends { readonly userId: number }>(
    tx: ReadTx,
    accounts: readonly Account[],
    now: number,
  ): Promise<readonly Holdings<Account>[]> {
    const userIds = accounts.map(({ userId }) => userId);
    const defaults = await this.defaults(tx);
    const rules = groupBy(await tableRows(tx, UserQuotaRow, OF_EACH, { inherit: false }), ({ userId }) => userId);
    const held = { userIds, since: now - LONGEST_WINDOW_MS };
    const charges = groupBy(await tableRows(tx, QuotaChargeRow, HELD_BY_EACH, held), ({ userId }) => userId);
    return accounts.map((account) => {
      const own = rulesOf(rules.get(account.userId) ?? []);
      return {
        account,
        rules: forEachKind((kind) => effectiveRule(defaults[kind], own.get(kind) ?? null)),
        charges: (charges.get(account.userId) ?? []).map(heldCharge),
      };
    });
  }

  /** Charges one unit each, and returns the ids of the charges in the same order. */
  async spend(
    tx: WriteTx,
    { userId, instanceId }: { readonly userId: number; readonly instanceId: string },
    units: readonly QuotaUnit[],
    now: number,
  ): Promise<readonly number[]> {
    if (units.length === 0) return [];
    const isHeld = { chargedAt: now, refundedAt: null, refundReason: null, resetId: null };
    const rows = units.map(({ kind, key }) => ({ userId, instanceId, ...nameOf(kind), unitKey: key, ...isHeld }));
    return insertRows(tx, QuotaChargeRow, rows);
  }

  /** Refunds charges. Those that were refunded before stay as they are. */
  async refund(tx: WriteTx, ids: readonly number[], reason: RefundReason, now: number): Promise<void> {
    const change = { refundedAt: now, refundReason: reason };
    await tx.update(QuotaChargeRow, { id: In([...ids]), refundedAt: IsNull() }, change);
  }

  /** Clears everything that an account has used of these kinds, and records who did it. */
  async reset(tx: WriteTx, { userId, adminId, kinds, restoredUnits }: QuotaReset, now: number): Promise<void> {
    const row = { userId, adminId, allowances: kinds.join(','), restoredUnits, createdAt: now };
    const result = await tx.insert(QuotaResetRow, row);
    const { id: resetId } = result.identifiers[0] as { id: number };
    for (const kind of kinds) {
      const where = { userId, ...nameOf(kind), refundedAt: IsNull() };
      await tx.update(QuotaChargeRow, where, { refundedAt: now, refundReason: 'reset', resetId });
    }
  }

  /** All units that a request has ever taken, released or not. */
  async itemsOfRequest(tx: ReadTx, requestId: number): Promise<readonly QuotaItem[]> {
    return (await tableRows(tx, QuotaItemRow, 'WHERE request_id = :requestId', { requestId })).map(quotaItem);
  }

  /** All units that these charges pay for. */
  async itemsOfCharges(tx: ReadTx, chargeIds: readonly number[]): Promise<readonly QuotaItem[]> {
    return (await tx.findBy(QuotaItemRow, { chargeId: In([...chargeIds]) })).map(quotaItem);
  }

  /** Adds units to a request that has taken none before. */
  async addItems(tx: WriteTx, items: readonly QuotaItem[]): Promise<void> {
    if (items.length > 0) await insertRows(tx, QuotaItemRow, items.map(itemRow));
  }

  /** Adds units to a request. A unit that it has taken before is overwritten: wider work, or another charge. */
  async takeItems(tx: WriteTx, items: readonly QuotaItem[]): Promise<void> {
    if (items.length > 0) await tx.upsert(QuotaItemRow, items.map(itemRow), ITEM_KEY);
  }

  /** Records that a change to a library is about to be made for units of a request, all where none are named. The first time stays. */
  async markStarted(tx: WriteTx, requestId: number, now: number, { keys, kind }: UnitChoice = {}): Promise<void> {
    const units = { ...(keys ? { unitKey: In([...keys]) } : {}), ...(kind ? nameOf(kind) : {}) };
    const where = { requestId, ...units, deliveryStartedAt: IsNull(), releasedAt: IsNull() };
    await tx.update(QuotaItemRow, where, { deliveryStartedAt: now });
  }

  async releaseItems(tx: WriteTx, items: readonly QuotaItem[], reason: RefundReason, now: number): Promise<void> {
    // By request, account and kind: usually one group.
    for (const group of groupBy(items, (item) => JSON.stringify({ ...itemKey(item), unitKey: '' })).values()) {
      const where = { ...itemKey(group[0]), unitKey: In(group.map(({ key }) => key)) };
      await tx.update(QuotaItemRow, where, { releasedAt: now, releaseReason: reason });
    }
  }
}

function heldCharge({ id, mediaType, bookFormat, instanceId, unitKey, chargedAt }: QuotaChargeRow): HeldCharge {
  const kind = kindNamed(mediaType, bookFormat);
  if (kind === null) throw allowancesUnavailable();
  return { id, kind, instanceId, key: unitKey, chargedAt };
}

function itemKey({ requestId, userId, kind, key }: QuotaItem) {
  return { requestId, userId, ...nameOf(kind), unitKey: key };
}

function itemRow(item: QuotaItem) {
  const { work, chargeId, deliveryStartedAt } = item;
  return { ...itemKey(item), work, chargeId, deliveryStartedAt, releasedAt: null, releaseReason: null };
}

function quotaItem(row: QuotaItemRow): QuotaItem {
  const { requestId, userId, mediaType, bookFormat, unitKey, work, chargeId, deliveryStartedAt, releasedAt } = row;
  const kind = kindNamed(mediaType, bookFormat);
  if (kind === null) throw allowancesUnavailable();
  return { requestId, userId, kind, key: unitKey, work, chargeId, deliveryStartedAt, releasedAt };
}

function rulesOf(rows: readonly RuleRow[]): ReadonlyMap<AllowanceKind, AllowanceRule> {
  const rules = new Map<AllowanceKind, AllowanceRule>();
  for (const { mediaType, bookFormat, count, windowDays } of rows) {
    const kind = kindNamed(mediaType, bookFormat);
    const rule = { count, windowDays };
    if (kind === null || !isAllowanceRule(rule)) throw allowancesUnavailable();
    rules.set(kind, rule);
  }
  return rules;
}

function entriesOf<T>(changes: Partial<PerKind<T>>): readonly [AllowanceKind, T][] {
  return (Object.entries(changes) as [AllowanceKind, T | undefined][]).filter(
    (entry): entry is [AllowanceKind, T] => entry[1] !== undefined,
  );
}
