import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { TvMatchProblem } from './tv-match.js';

const TEXTS: Readonly<Record<TvMatchProblem | 'tv_match_changed', string>> = {
  tv_match_paused: 'an administrator holds this series back',
  tv_match_ambiguous: 'more than one series of the library has this title and year',
  tv_target_missing: 'the library knows no such series',
  tv_match_changed: 'this series is matched with another one now',
  tv_metadata_unavailable: 'it can not be found out for now which series this is, try again shortly',
};

/**
 * The answer where a match stands in the way: 409, or 503 while it can't be found out, each with its `code`.
 * Source: doc 4 sections 1.10 and 1.17.
 *
 * @param cause the fault underneath, for the log alone
 */
export function tvMatchRefused(code: keyof typeof TEXTS, cause?: unknown): AppError {
  const status = code === 'tv_metadata_unavailable' ? 503 : 409;
  return new AppError(code, status, TEXTS[code], { body: { code }, cause });
}

const NONSENSE: ReadonlySet<UpstreamFault> = new Set(['malformed', 'too_large', 'redirected']);

/** Did the outside system answer, but with what can't be understood? That is a 502. Source: doc 4 section 1.10. */
export function isNonsense(fault: unknown): boolean {
  return fault instanceof UpstreamError && NONSENSE.has(fault.kind);
}

/** Is it an outside system that owes the answer, and not our own storage or judgement? */
export function isUnanswered(fault: unknown): boolean {
  if (fault instanceof StorageError) return false;
  return (
    fault instanceof UpstreamError || (fault instanceof AppError && (fault.status === 502 || fault.status === 503))
  );
}
