import { ALLOWANCE_KINDS, type AllowanceKind, type EffectiveRule, type PerKind } from '../rules/allowance-rule.js';
import { priceSelection, type HeldCharge, type PriceInput, type UnitPrice } from './quota-price.js';
import { expiriesAfter, expiryOf, windowUsage, type WindowUsage } from './quota-window.js';

/** What a selection needs of one allowance. Times are epoch milliseconds. */
export interface Demand {
  /** The limit; null when there is none. */
  readonly count: number | null;
  /** The units of the selection, including those that a charge already pays for. */
  readonly selected: number;
  /** When each of those charges expires: its unit costs a new charge from then on. */
  readonly sharedUntil: readonly number[];
  /** When each other charge that counts now expires; earliest first. */
  readonly othersUntil: readonly number[];
}

/** Whether a selection fits. */
export interface Verdict {
  readonly fits: boolean;
  /** When it will fit, if nothing else is requested meanwhile; null when it fits now or never. Epoch milliseconds. */
  readonly earliestFitsAt: number | null;
  /** True when it never fits, because it is larger than a whole limit. */
  readonly reduceSelection: boolean;
}

/** Judges whether a selection fits as a whole, and if not, when it will. Source: doc 2 section 4, requests rule 3. */
export function judgeSelection(demands: readonly Demand[], now: number): Verdict {
  const fitsAt = (moment: number): boolean => demands.every((demand) => isMetAt(demand, moment));
  if (fitsAt(now)) return { fits: true, earliestFitsAt: null, reduceSelection: false };
  // A selection can start to fit only when enough other charges have expired.
  const moments = demands.map(fitsFrom).filter(Number.isFinite);
  const earliest = moments.sort((a, b) => a - b).find(fitsAt);
  return { fits: false, earliestFitsAt: earliest ?? null, reduceSelection: earliest === undefined };
}

function isMetAt(demand: Demand, moment: number): boolean {
  const { selected, sharedUntil } = demand;
  const isFree = sharedUntil.length === selected && sharedUntil.every((expiry) => expiry > moment);
  return isFree || fitsFrom(demand) <= moment;
}

/** When there is room for the whole selection beside the other charges. A shared unit counts before and after its charge expires. */
function fitsFrom({ count, selected, othersUntil }: Demand): number {
  if (count === null) return -Infinity;
  const left = count - selected;
  if (left < 0) return Infinity;
  return othersUntil[othersUntil.length - left - 1] ?? -Infinity;
}

/** The state of one allowance. */
export interface AllowanceState extends Omit<WindowUsage, 'nextChangeAt'> {
  readonly kind: AllowanceKind;
  readonly rule: EffectiveRule;
  /** The units that the selection would use; undefined without a selection, or when it doesn't use this allowance. */
  readonly requestedUnits?: number;
}

/** The state of an account's allowances. Times are epoch milliseconds. */
export interface AllowanceView {
  /** True for administrators: their charges are recorded and never limited. */
  readonly exempt: boolean;
  readonly asOf: number;
  /** When the first unit of any allowance expires; null when none counts. */
  readonly nextChangeAt: number | null;
  readonly allowances: readonly AllowanceState[];
}

/** The same, with the price of a selection and whether it fits. */
export interface AllowanceQuote extends AllowanceView, Verdict {}

/** An account, and what it may ask for. */
export interface AccountAllowances {
  readonly account: { readonly userId: number; readonly username: string };
  readonly view: AllowanceView;
}

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
