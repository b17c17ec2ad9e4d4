import { AppError } from '../../../core/errors/app-error.js';
import type { AllowanceQuote, AllowanceState } from '../pricing/quota-quote.js';
import type { AllowanceKind } from '../rules/allowance-rule.js';
import { allowanceResponse, verdictResponse, type AllowanceStateView, type VerdictView } from './allowance.view.js';

const NOUNS: Readonly<Record<AllowanceKind, readonly [one: string, many: string]>> = {
  movie: ['film', 'films'],
  tv: ['season', 'seasons'],
  ebook: ['ebook', 'ebooks'],
  audiobook: ['audiobook', 'audiobooks'],
  music: ['album', 'albums'],
};

/** The answer to a request that exceeds its requester's allowances. */
export interface AllowanceRefusalView extends VerdictView {
  readonly code: 'request_quota_exceeded';
  /** The allowances that the selection uses. */
  readonly allowances: readonly AllowanceStateView[];
}

/** 429: a request exceeds its requester's allowances. Nothing of it was accepted. */
export class QuotaExceeded extends AppError {
  constructor(quote: AllowanceQuote) {
    super('request_quota_exceeded', 429, refusalText(quote), { body: { ...refusalResponse(quote) } });
  }
}

function refusalText({ allowances, reduceSelection }: AllowanceQuote): string {
  const over = allowances.filter(
    ({ requestedUnits = 0, remaining }) => remaining !== null && requestedUnits > remaining,
  );
  const advice = reduceSelection ? ' Ask for less at once.' : '';
  return `Request allowance exceeded: ${over.map(shortfall).join('; ')}.${advice}`;
}

function shortfall({ kind, rule, requestedUnits = 0, remaining }: AllowanceState): string {
  const [one, many] = NOUNS[kind];
  const days = rule.windowDays === 1 ? 'a day' : `${rule.windowDays} days`;
  return `${requestedUnits} ${requestedUnits === 1 ? one : many} asked for, ${remaining} of ${rule.count} in ${days} left`;
}

/** The members of a 429 besides its text: the allowances that the selection uses. */
export function refusalResponse(quote: AllowanceQuote): AllowanceRefusalView {
  const affected = quote.allowances.filter(({ requestedUnits = 0 }) => requestedUnits > 0);
  return {
    code: 'request_quota_exceeded',
    allowances: affected.map(allowanceResponse),
    ...verdictResponse(quote),
  };
}
