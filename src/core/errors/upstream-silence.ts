import { StorageError } from '../database/storage-error.js';
import { AppError } from './app-error.js';
import { UpstreamError, type UpstreamFault } from './upstream-error.js';

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
