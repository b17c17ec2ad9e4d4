import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import { ALLOWANCE_KINDS, nameOf, type AllowanceKind, type AllowanceName } from '../quotas/allowance-kind.js';
import type { AllowanceRule, PerKind } from '../quotas/allowance-rule.js';
import type { AllowanceQuote, AllowanceState, AllowanceView } from '../quotas/quota-quote.js';

/** How much of one kind may be asked for. Source: doc 4 section 1.18, rule. */
export interface AllowanceRuleView {
  readonly media_type: AllowanceName['mediaType'];
  /** Books alone. */
  readonly book_format?: Exclude<AllowanceName['bookFormat'], ''>;
  /** Null for no limit. */
  readonly count: number | null;
  /** How long something that was asked for counts. */
  readonly window_days: AllowanceRule['windowDays'];
}

/** What is left of one kind. Source: doc 4 section 1.18, an entry of the View. */
export interface AllowanceStateView extends AllowanceRuleView {
  readonly source: 'default' | 'override';
  readonly used: number;
  /** Null where there is no limit. */
  readonly remaining: number | null;
  readonly next_replenishes_at?: Rfc3339;
  readonly fully_replenishes_at?: Rfc3339;
  /** What a selection would draw; only where there is one. */
  readonly requested_units?: number;
}

/** What an account may ask for. Source: doc 4 section 1.18, View. */
export interface AllowancesView {
  /** True for administrators, whom no allowance holds back. */
  readonly exempt: boolean;
  readonly as_of: Rfc3339;
  readonly next_change_at?: Rfc3339;
  readonly allowances: readonly AllowanceStateView[];
}

/** Would a selection be accepted? */
interface VerdictView {
  readonly earliest_fits_at?: Rfc3339;
  /** It fits at no time: less has to be asked for at once. */
  readonly reduce_selection: boolean;
}

/** What a selection would draw, and whether it fits. Source: doc 4 section 1.18, Preview. */
export interface RequestPreviewView extends AllowancesView, VerdictView {
  readonly fits: boolean;
  /** A series: the seasons that the selection came to. */
  readonly seasons?: readonly number[];
}

/** A request that its requester's allowances don't cover. Source: doc 4 section 1.18. */
export interface AllowanceRefusalView extends VerdictView {
  readonly code: 'request_quota_exceeded';
  /** Those that the selection draws on. */
  readonly allowances: readonly AllowanceStateView[];
}

/** The household's allowances. Source: doc 4 section 1.18, GET and PUT /api/admin/request-quotas. */
export interface DefaultAllowancesView {
  readonly allowances: readonly AllowanceRuleView[];
}

/** The household's allowances. */
export function defaultsResponse(rules: PerKind<AllowanceRule>): DefaultAllowancesView {
  return { allowances: ALLOWANCE_KINDS.map((kind) => ruleResponse(kind, rules[kind])) };
}

/** What an account may ask for. */
export function viewResponse({ exempt, asOf, nextChangeAt, allowances }: AllowanceView): AllowancesView {
  return {
    exempt,
    as_of: rfc3339(asOf),
    ...moment('next_change_at', nextChangeAt),
    allowances: allowances.map(allowanceResponse),
  };
}

/**
 * What a selection would draw.
 *
 * @param seasons the seasons that a series' selection came to; undefined for what isn't a series
 */
export function previewResponse(quote: AllowanceQuote, seasons?: readonly number[]): RequestPreviewView {
  return { ...viewResponse(quote), ...verdictResponse(quote), ...(seasons ? { seasons } : {}), fits: quote.fits };
}

/** The members of a 429 beside its text: the allowances that the selection draws on. Source: doc 4 section 1.18. */
export function refusalResponse(quote: AllowanceQuote): AllowanceRefusalView {
  const affected = quote.allowances.filter(({ requestedUnits = 0 }) => requestedUnits > 0);
  return {
    code: 'request_quota_exceeded',
    allowances: affected.map(allowanceResponse),
    ...verdictResponse(quote),
  };
}

function verdictResponse({ earliestFitsAt, reduceSelection }: AllowanceQuote): VerdictView {
  return { ...moment('earliest_fits_at', earliestFitsAt), reduce_selection: reduceSelection };
}

function ruleResponse(kind: AllowanceKind, { count, windowDays }: AllowanceRule): AllowanceRuleView {
  const { mediaType, bookFormat } = nameOf(kind);
  return {
    media_type: mediaType,
    ...(bookFormat ? { book_format: bookFormat } : {}),
    count,
    window_days: windowDays,
  };
}

function allowanceResponse(state: AllowanceState): AllowanceStateView {
  return {
    ...ruleResponse(state.kind, state.rule),
    source: state.rule.source,
    used: state.used,
    remaining: state.remaining,
    ...moment('next_replenishes_at', state.nextReplenishesAt),
    ...moment('fully_replenishes_at', state.fullyReplenishesAt),
    ...(state.requestedUnits === undefined ? {} : { requested_units: state.requestedUnits }),
  };
}

/** A moment that is left out when there is none. */
function moment<Name extends string>(name: Name, at: number | null): { readonly [name in Name]?: Rfc3339 } {
  return at === null ? {} : ({ [name]: rfc3339(at) } as { readonly [name in Name]?: Rfc3339 });
}
