import type { AppError } from '../../../core/errors/app-error.js';
import type { TvMatch, TvMatchProblem } from '../../series-matching/series-matching.public.js';
import { attention, retryLater, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { sayDelivery } from '../saved/delivery-sentences.js';

export const MATCH_CHANGED = attention('tv_match_changed', sayDelivery('delivery_match_changed'));

export const MATCH_PAUSED = attention('tv_match_paused', sayDelivery('delivery_match_paused'));

export const TARGET_MISSING = attention('tv_target_missing', sayDelivery('delivery_series_unknown'));

/** Several series could be meant, or the two catalogs count the seasons of the only one differently. */
export const MATCH_AMBIGUOUS = attention('tv_match_ambiguous', sayDelivery('delivery_match_unclear'));

/** The outcome that stops a delivery by the match of its series; null while that is valid. */
export const MATCH_STOPS = {
  unchanged: null,
  changed: MATCH_CHANGED,
  paused: MATCH_PAUSED,
  ambiguous: MATCH_AMBIGUOUS,
} as const;

const BY_PROBLEM: Readonly<Record<TvMatchProblem, DeliveryOutcome>> = {
  tv_match_paused: MATCH_PAUSED,
  tv_match_ambiguous: MATCH_AMBIGUOUS,
  tv_target_missing: TARGET_MISSING,
  tv_metadata_unavailable: retryLater('tv_metadata_unavailable', sayDelivery('delivery_match_not_told_by_provider')),
  library_unavailable: retryLater('service_unavailable', sayDelivery('delivery_match_not_told_by_library')),
};

/** Null when the delivery may continue. */
export function judgeMatch(
  { state, problem, revision }: Pick<TvMatch, 'state' | 'problem' | 'revision'>,
  askedRevision: string | null,
): DeliveryOutcome | null {
  if (state === 'paused') return MATCH_PAUSED;
  if (state === 'unresolved') return BY_PROBLEM[problem ?? 'tv_metadata_unavailable'];
  return revision === askedRevision ? null : MATCH_CHANGED;
}

/** Null when the series is not the reason. */
export function judgeMatchFault(fault: AppError): DeliveryOutcome | null {
  if (fault.code === 'tv_metadata_unavailable') return BY_PROBLEM.tv_metadata_unavailable;
  if (fault.code !== 'series_not_found') return null;
  return attention('metadata_unresolved', sayDelivery('delivery_series_unknown_to_provider'));
}
