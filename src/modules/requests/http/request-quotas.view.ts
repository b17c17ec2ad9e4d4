import { rfc3339 } from '../../../core/http/rfc3339.js';
import { ALLOWANCE_KINDS, nameOf, type AllowanceKind } from '../quotas/allowance-kind.js';
import type { AllowanceRule, PerKind } from '../quotas/allowance-rule.js';
import type { AllowanceQuote, AllowanceState, AllowanceView } from '../quotas/quota-quote.js';

/** Source: doc 4 section 1.18, rule. */
export interface RuleResponse {
  readonly media_type: string;
  readonly book_format?: string;
  readonly count: number | null;
  readonly window_days: number;
}

/** Source: doc 4 section 1.18, an entry of the View. */
export interface AllowanceResponse extends RuleResponse {
  readonly source: 'default' | 'override';
  readonly used: number;
  readonly remaining: number | null;
  readonly next_replenishes_at?: string;
  readonly fully_replenishes_at?: string;
  readonly requested_units?: number;
}

/** Source: doc 4 section 1.18, View. */
export interface ViewResponse {
  readonly exempt: boolean;
  readonly as_of: string;
  readonly next_change_at?: string;
  readonly allowances: readonly AllowanceResponse[];
}

/** Source: doc 4 section 1.18, Preview. */
export interface PreviewResponse extends ViewResponse {
  readonly fits: boolean;
  readonly earliest_fits_at?: string;
  readonly reduce_selection: boolean;
  readonly seasons?: readonly number[];
}

/** Source: doc 4 section 1.18, GET and PUT /api/admin/request-quotas. */
export function defaultsResponse(rules: PerKind<AllowanceRule>): { readonly allowances: readonly RuleResponse[] } {
  return { allowances: ALLOWANCE_KINDS.map((kind) => ruleResponse(kind, rules[kind])) };
}

/** Source: doc 4 section 1.18, View. */
export function viewResponse({ exempt, asOf, nextChangeAt, allowances }: AllowanceView): ViewResponse {
  return {
    exempt,
    as_of: rfc3339(asOf),
    ...moment('next_change_at', nextChangeAt),
    allowances: allowances.map(allowanceResponse),
  };
}

/**
 * Source: doc 4 section 1.18, Preview.
 *
 * @param seasons the seasons that a series' selection came to; undefined for what isn't a series
 */
export function previewResponse(quote: AllowanceQuote, seasons?: readonly number[]): PreviewResponse {
  return { ...viewResponse(quote), ...verdictResponse(quote), ...(seasons ? { seasons } : {}), fits: quote.fits };
}

/** The members of a 429 beside its text: the allowances that the selection draws on. Source: doc 4 section 1.18. */
export function refusalResponse(quote: AllowanceQuote): Readonly<Record<string, unknown>> {
  const affected = quote.allowances.filter(({ requestedUnits = 0 }) => requestedUnits > 0);
  return {
    code: 'request_quota_exceeded',
    allowances: affected.map(allowanceResponse),
    ...verdictResponse(quote),
  };
}

function verdictResponse({ earliestFitsAt, reduceSelection }: AllowanceQuote) {
  return { ...moment('earliest_fits_at', earliestFitsAt), reduce_selection: reduceSelection };
}

function ruleResponse(kind: AllowanceKind, { count, windowDays }: AllowanceRule): RuleResponse {
  const { mediaType, bookFormat } = nameOf(kind);
  return {
    media_type: mediaType,
    ...(bookFormat ? { book_format: bookFormat } : {}),
    count,
    window_days: windowDays,
  };
}

function allowanceResponse(state: AllowanceState): AllowanceResponse {
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
function moment<Name extends string>(name: Name, at: number | null): { readonly [name in Name]?: string } {
  return at === null ? {} : ({ [name]: rfc3339(at) } as { readonly [name in Name]?: string });
}
