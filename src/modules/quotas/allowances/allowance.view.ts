import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { AccountAllowances, AllowanceQuote, AllowanceState, AllowanceView } from '../pricing/quota-quote.js';
import {
  nameOf,
  type AllowanceKind,
  type AllowanceName,
  type AllowanceRule,
  ALLOWANCE_KINDS,
  type PerKind,
} from '../rules/allowance-rule.js';

/** How much of one kind may be requested. */
export interface AllowanceRuleView {
  readonly media_type: AllowanceName['mediaType'];
  /** Books alone. */
  readonly book_format?: Exclude<AllowanceName['bookFormat'], ''>;
  /** Null for no limit. */
  readonly count: number | null;
  /** How long a unit counts, in days. */
  readonly window_days: AllowanceRule['windowDays'];
}

/** What is left of one kind. */
export interface AllowanceStateView extends AllowanceRuleView {
  readonly source: 'default' | 'override';
  readonly used: number;
  /** Null without a limit. */
  readonly remaining: number | null;
  readonly next_replenishes_at?: Rfc3339;
  readonly fully_replenishes_at?: Rfc3339;
  /** The units that a selection would use; only for a selection. */
  readonly requested_units?: number;
}

/** Whether a selection would be accepted. */
export interface VerdictView {
  readonly earliest_fits_at?: Rfc3339;
  /** True when it never fits: less has to be requested at once. */
  readonly reduce_selection: boolean;
}

/** Whether a selection fits. */
export function verdictResponse({ earliestFitsAt, reduceSelection }: AllowanceQuote): VerdictView {
  return { ...optional('earliest_fits_at', earliestFitsAt, rfc3339), reduce_selection: reduceSelection };
}

/** One rule. */
function ruleResponse(kind: AllowanceKind, { count, windowDays }: AllowanceRule): AllowanceRuleView {
  const { mediaType, bookFormat } = nameOf(kind);
  return {
    media_type: mediaType,
    ...(bookFormat ? { book_format: bookFormat } : {}),
    count,
    window_days: windowDays,
  };
}

/** What is left of one kind. */
export function allowanceResponse(state: AllowanceState): AllowanceStateView {
  return {
    ...ruleResponse(state.kind, state.rule),
    source: state.rule.source,
    used: state.used,
    remaining: state.remaining,
    ...optional('next_replenishes_at', state.nextReplenishesAt, rfc3339),
    ...optional('fully_replenishes_at', state.fullyReplenishesAt, rfc3339),
    ...optional('requested_units', state.requestedUnits),
  };
}

/** An account's allowances. */
export interface AllowancesView {
  /** True for administrators, who have no limits. */
  readonly exempt: boolean;
  readonly as_of: Rfc3339;
  readonly next_change_at?: Rfc3339;
  readonly allowances: readonly AllowanceStateView[];
}

/** The allowances of one of many accounts. */
interface PersonAllowancesView extends AllowancesView {
  readonly user_id: number;
  readonly username: string;
}

/** The allowances of all accounts. */
export interface EverybodysAllowancesView {
  /** Ordered by id. */
  readonly users: readonly PersonAllowancesView[];
}

/** The units that a selection would use, and whether it fits. */
export interface RequestPreviewView extends AllowancesView, VerdictView {
  readonly fits: boolean;
  /** A series: the selected seasons. */
  readonly seasons?: readonly number[];
}

/** The household's allowances. */
export interface DefaultAllowancesView {
  readonly allowances: readonly AllowanceRuleView[];
}

/** The household's allowances. */
export function defaultsResponse(rules: PerKind<AllowanceRule>): DefaultAllowancesView {
  return { allowances: ALLOWANCE_KINDS.map((kind) => ruleResponse(kind, rules[kind])) };
}

/** An account's allowances. */
export function viewResponse({ exempt, asOf, nextChangeAt, allowances }: AllowanceView): AllowancesView {
  return {
    exempt,
    as_of: rfc3339(asOf),
    ...optional('next_change_at', nextChangeAt, rfc3339),
    allowances: allowances.map(allowanceResponse),
  };
}

/** The allowances of all accounts. */
export function everybodysResponse(people: readonly AccountAllowances[]): EverybodysAllowancesView {
  return {
    users: people.map(({ account: { userId, username }, view }) => ({
      user_id: userId,
      username,
      ...viewResponse(view),
    })),
  };
}

/** The price of a selection. @param seasons the selected seasons of a series; undefined for a film */
export function previewResponse(quote: AllowanceQuote, seasons?: readonly number[]): RequestPreviewView {
  return { ...viewResponse(quote), ...verdictResponse(quote), ...(seasons ? { seasons } : {}), fits: quote.fits };
}
