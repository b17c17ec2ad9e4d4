import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import {
  allowanceResponse,
  moment,
  ruleResponse,
  verdictResponse,
  type AllowanceRuleView,
  type AllowanceStateView,
  type VerdictView,
} from '../allowances/allowance.view.js';
import type { AllowanceQuote, AllowanceView } from '../pricing/quota-quote.js';
import { ALLOWANCE_KINDS, type AllowanceRule, type PerKind } from '../rules/allowance-rule.js';

/** An account's allowances. Source: doc 4 section 1.18, View. */
export interface AllowancesView {
  /** True for administrators, who have no limits. */
  readonly exempt: boolean;
  readonly as_of: Rfc3339;
  readonly next_change_at?: Rfc3339;
  readonly allowances: readonly AllowanceStateView[];
}

/** The units that a selection would use, and whether it fits. Source: doc 4 section 1.18, Preview. */
export interface RequestPreviewView extends AllowancesView, VerdictView {
  readonly fits: boolean;
  /** A series: the selected seasons. */
  readonly seasons?: readonly number[];
}

/** The household's allowances. Source: doc 4 section 1.18, GET and PUT /api/admin/request-quotas. */
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
    ...moment('next_change_at', nextChangeAt),
    allowances: allowances.map(allowanceResponse),
  };
}

/**
 * The price of a selection.
 *
 * @param seasons the selected seasons of a series; undefined for a film
 */
export function previewResponse(quote: AllowanceQuote, seasons?: readonly number[]): RequestPreviewView {
  return { ...viewResponse(quote), ...verdictResponse(quote), ...(seasons ? { seasons } : {}), fits: quote.fits };
}
