import { ALLOWANCE_KINDS, type AllowanceKind, type EffectiveRule, type PerKind } from '../rules/allowance-rule.js';
import { priceSelection, type HeldCharge, type PriceInput, type UnitPrice } from './quota-price.js';
import { judgeSelection, type Demand, type Verdict } from './quota-verdict.js';
import { expiriesAfter, expiryOf, windowUsage, type WindowUsage } from './quota-window.js';

/** The state of one allowance. */
export interface AllowanceState extends Omit<WindowUsage, 'nextChangeAt'> {
  readonly kind: AllowanceKind;
  readonly rule: EffectiveRule;
  /** The units that the selection would use; undefined without a selection, or when it doesn't use this allowance. */
  readonly requestedUnits?: number;
}

/** The state of an account's allowances. Times are epoch milliseconds. Source: doc 4 section 1.18, View. */
export interface AllowanceView {
  /** True for administrators: their charges are recorded and never limited. */
  readonly exempt: boolean;
  readonly asOf: number;
  /** When the first unit of any allowance expires; null when none counts. */
  readonly nextChangeAt: number | null;
  readonly allowances: readonly AllowanceState[];
}

/** The same, with the price of a selection and whether it fits. Source: doc 4 section 1.18, Preview. */
export interface AllowanceQuote extends AllowanceView, Verdict {}

/** The rules and charges of an account. */
export interface Purse {
  readonly exempt: boolean;
  readonly rules: PerKind<EffectiveRule>;
  readonly charges: readonly HeldCharge[];
}

/** The current state of an account's allowances. */
export function viewAllowances(purse: Purse, now: number): AllowanceView {
  return describe(purse, now, new Map());
}

/** Prices a selection and judges whether it fits. An exempt account has no limits. */
export function quoteSelection(
  purse: Purse,
  input: Pick<PriceInput, 'input' | 'taken'>,
  now: number,
): { readonly quote: AllowanceQuote; readonly prices: readonly UnitPrice[] } {
  const prices = priceSelection({ ...purse, ...input, now });
  const kinds = ALLOWANCE_KINDS.filter((kind) => input.input.units.some((unit) => unit.kind === kind));
  const costs = kinds.map(
    (kind) => [kind, pricesOf(prices, kind).filter(({ cost }) => cost === 'new').length] as const,
  );
  const demands = purse.exempt ? [] : kinds.map((kind) => demandOn(purse, kind, pricesOf(prices, kind), now));
  return { prices, quote: { ...describe(purse, now, new Map(costs)), ...judgeSelection(demands, now) } };
}

function describe(
  { exempt, rules, charges }: Purse,
  now: number,
  costs: ReadonlyMap<AllowanceKind, number>,
): AllowanceView {
  const changes: number[] = [];
  const allowances = ALLOWANCE_KINDS.map((kind): AllowanceState => {
    const rule = rules[kind];
    const limiting = exempt ? { ...rule, count: null } : rule;
    const { nextChangeAt, ...usage } = windowUsage(limiting, moments(charges, kind), now);
    if (nextChangeAt !== null) changes.push(nextChangeAt);
    return { kind, rule, ...usage, requestedUnits: costs.get(kind) };
  });
  return { exempt, asOf: now, nextChangeAt: changes.sort((a, b) => a - b)[0] ?? null, allowances };
}

function demandOn({ rules, charges }: Purse, kind: AllowanceKind, prices: readonly UnitPrice[], now: number): Demand {
  const shared = prices.flatMap((price) => (price.cost === 'shared' ? [price.charge] : []));
  const others = charges.filter((charge) => !shared.some(({ id }) => id === charge.id));
  return {
    count: rules[kind].count,
    selected: prices.length,
    sharedUntil: shared.map(({ chargedAt }) => expiryOf(chargedAt, rules[kind])),
    othersUntil: expiriesAfter(now, rules[kind], moments(others, kind)),
  };
}

function pricesOf(prices: readonly UnitPrice[], kind: AllowanceKind): readonly UnitPrice[] {
  return prices.filter(({ unit }) => unit.kind === kind);
}

function moments(charges: readonly HeldCharge[], kind: AllowanceKind): readonly number[] {
  return charges.filter((charge) => charge.kind === kind).map(({ chargedAt }) => chargedAt);
}
