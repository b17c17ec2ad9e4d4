import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import { allowancesUnavailable } from '../quotas.errors.js';
import {
  kindNamed,
  nameOf,
  type AllowanceKind,
  effectiveRule,
  forEachKind,
  isAllowanceRule,
  UNLIMITED,
  type AllowanceRule,
  type EffectiveRule,
  type PerKind,
} from './allowance-rule.js';
import { QuotaDefaultRow, UserQuotaRow } from '../rows.js';

/** Rules by kind; kinds that are left out keep theirs. */
export type RuleChanges = Partial<PerKind<AllowanceRule>>;

/** An account's own rules by kind; null inherits, kinds that are left out keep theirs. */
export type OverrideChanges = Partial<PerKind<AllowanceRule | null>>;

type RuleRow = Pick<QuotaDefaultRow, 'mediaType' | 'bookFormat' | 'count' | 'windowDays'>;

const OWN = 'WHERE user_id = :userId AND inherit = :inherit';

/** The rows of allowance rules. Rows are validated when they are read: an invalid rule is a 503. */
@Injectable()
export class QuotaRulesRepository {
  async defaults(tx: ReadTx): Promise<PerKind<AllowanceRule>> {
    const stored = rulesOf(await tableRows(tx, QuotaDefaultRow, ''));
    return forEachKind((kind) => stored.get(kind) ?? UNLIMITED);
  }

  async setDefaults(tx: WriteTx, changes: RuleChanges): Promise<void> {
    const rows = entriesOf(changes).map(([kind, { count, windowDays }]) => ({ ...nameOf(kind), count, windowDays }));
    if (rows.length > 0) await tx.upsert(QuotaDefaultRow, rows, ['mediaType', 'bookFormat']);
  }

  async effective(tx: ReadTx, userId: number): Promise<PerKind<EffectiveRule>> {
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
  async forget(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(UserQuotaRow, { userId });
  }
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
