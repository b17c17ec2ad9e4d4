import type { AppError } from '../../../core/errors/app-error.js';
import type { TvMatch, TvMatchProblem } from '../../series-matching/series-matching.public.js';
import { attention, retryLater, type DeliveryOutcome } from '../kinds/delivery-outcome.js';

export const MATCH_CHANGED = attention(
  'tv_match_changed',
  'The series has another match in the library manager now than when it was requested.',
);

export const MATCH_PAUSED = attention('tv_match_paused', 'An administrator has paused the match of this series.');

export const TARGET_MISSING = attention('tv_target_missing', 'The library manager knows no such series.');

/** Several series could be meant, or the two catalogs count the seasons of the only one differently. */
export const MATCH_AMBIGUOUS = attention(
  'tv_match_ambiguous',
  'It is unknown which series of the library manager is meant, or which of its seasons.',
);

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
  tv_metadata_unavailable: retryLater(
    'tv_metadata_unavailable',
    'The metadata provider could not say which series it is.',
  ),
  library_unavailable: retryLater('service_unavailable', 'The library manager could not say which series it is.'),
};

/** Null when the delivery may continue: the request was made by this match. */
export function judgeMatch(
  { state, problem, revision }: Pick<TvMatch, 'state' | 'problem' | 'revision'>,
  askedRevision: string | null,
): DeliveryOutcome | null {
  if (state === 'paused') return MATCH_PAUSED;
  if (state === 'unresolved') return BY_PROBLEM[problem ?? 'tv_metadata_unavailable'];
  return revision === askedRevision ? null : MATCH_CHANGED;
}

/** How a delivery ends when the match is unknown; null when the series is not the reason. */
export function judgeMatchFault(fault: AppError): DeliveryOutcome | null {
  if (fault.options.body?.code === 'tv_metadata_unavailable') return BY_PROBLEM.tv_metadata_unavailable;
  if (fault.code !== 'series_not_found') return null;
  return attention('metadata_unresolved', 'The metadata provider no longer knows this series.');
}
