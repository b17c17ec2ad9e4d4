import { AppError } from '../../../core/errors/app-error.js';
import { sayFrom, type Sentence } from '../../../core/errors/sentence.js';
import type { AllowanceQuote, AllowanceState } from '../pricing/quota-quote.js';
import type { AllowanceKind } from '../rules/allowance-rule.js';
import { allowanceResponse, verdictResponse, type AllowanceStateView, type VerdictView } from './allowance.view.js';

/** How a request exceeds its requester's allowances. */
const sayQuota = sayFrom({
  allowance_shortfall: '{asked} {units} asked for, {left} of {count} in {window} left',
  allowance_shortfalls: '{first}; {others}',
  allowance_film: 'film',
  allowance_films: 'films',
  allowance_season: 'season',
  allowance_seasons: 'seasons',
  allowance_ebook: 'ebook',
  allowance_ebooks: 'ebooks',
  allowance_audiobook: 'audiobook',
  allowance_audiobooks: 'audiobooks',
  allowance_album: 'album',
  allowance_albums: 'albums',
  allowance_day: 'a day',
  allowance_days: '{days} days',
});

const UNITS = {
  movie: ['allowance_film', 'allowance_films'],
  tv: ['allowance_season', 'allowance_seasons'],
  ebook: ['allowance_ebook', 'allowance_ebooks'],
  audiobook: ['allowance_audiobook', 'allowance_audiobooks'],
  music: ['allowance_album', 'allowance_albums'],
} as const satisfies Readonly<Record<AllowanceKind, readonly [one: string, many: string]>>;

/** The answer to a request that exceeds its requester's allowances. */
export interface AllowanceRefusalView extends VerdictView {
  readonly code: 'request_quota_exceeded';
  /** The allowances that the selection uses. */
  readonly allowances: readonly AllowanceStateView[];
}

/** 429: a request exceeds its requester's allowances. Nothing of it was accepted. */
export class QuotaExceeded extends AppError {
  constructor(quote: AllowanceQuote) {
    const shortfalls = shortfallsOf(quote);
    const advice = quote.reduceSelection ? ' Ask for less at once.' : '';
    super('request_quota_exceeded', 429, `Request allowance exceeded: ${shortfalls?.text ?? ''}.${advice}`, {
      params: shortfalls && { shortfalls },
      body: { ...refusalResponse(quote) },
    });
  }
}

function shortfallsOf({ allowances }: AllowanceQuote): Sentence | undefined {
  const over = allowances.filter(
    ({ requestedUnits = 0, remaining }) => remaining !== null && requestedUnits > remaining,
  );
  return over
    .map(shortfall)
    .reduceRight<Sentence | undefined>(
      (others, first) => (others ? sayQuota('allowance_shortfalls', { first, others }) : first),
      undefined,
    );
}

function shortfall({ kind, rule, requestedUnits: asked = 0, remaining }: AllowanceState): Sentence {
  const [one, many] = UNITS[kind];
  return sayQuota('allowance_shortfall', {
    asked,
    units: sayQuota(asked === 1 ? one : many),
    left: remaining ?? 0,
    count: rule.count ?? 0,
    window: rule.windowDays === 1 ? sayQuota('allowance_day') : sayQuota('allowance_days', { days: rule.windowDays }),
  });
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
