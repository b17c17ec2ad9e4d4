import { StorageError } from '../database/storage-error.js';
import { AppError } from './app-error.js';
import type { Sentence } from './sentence.js';

/**
 * How a call to an outside system failed.
 *
 * | kind | meaning |
 * |---|---|
 * | unreachable | no connection: name not resolved, refused, reset, TLS |
 * | timeout | a deadline passed |
 * | aborted | the caller gave up |
 * | unauthorized | the system refused our credential (401, 403) |
 * | not_found | the system affirms that the thing does not exist (404) |
 * | rejected | the system judged our request and refused it (other 4xx) |
 * | rate_limited | 429 |
 * | failed | the system answered 5xx |
 * | redirected | 3xx, which we do not follow here |
 * | malformed | the answer is not what the system's contract says |
 * | too_large | the answer exceeds the size cap |
 */
export type UpstreamFault =
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'unauthorized'
  | 'not_found'
  | 'rejected'
  | 'rate_limited'
  | 'failed'
  | 'redirected'
  | 'malformed'
  | 'too_large';

/**
 * What exactly went wrong, where the kind doesn't say it. `path_prefix`: the same call is served below a path of the same address.
 * `other_product`: another product than the expected one has answered. `lets_anybody_in`: it asks for no credential, so that none can be
 * proved.
 */
export type UpstreamDetail =
  | 'nobody_there'
  | 'name_not_found'
  | 'connection_timed_out'
  | 'tls'
  | 'path_prefix'
  | 'other_product'
  | 'lets_anybody_in';

/** The particulars of an {@link UpstreamError}. */
export interface UpstreamErrorDetails {
  /** The outside system, by product name: `radarr`, `tmdb`. */
  readonly system: string;
  /** What we asked of it, as a stable name without ids: `movie.add`. */
  readonly operation: string;
  readonly kind: UpstreamFault;
  readonly detail?: UpstreamDetail;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** How long the system asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** True only when it is certain that the system never saw the request. */
  readonly definitelyNotSent: boolean;
  /** What an administrator may read of it; free of secrets and addresses. */
  readonly reason: Sentence;
  /** Machine-readable refusals that the system named, such as `MovieExistsValidator`. */
  readonly refusals?: readonly string[];
  readonly cause?: unknown;
}

/** A call to an outside system failed. Clients throw it for everything but an affirmed absence: unreadable is never empty. */
export class UpstreamError extends Error {
  readonly system: string;
  readonly operation: string;
  readonly kind: UpstreamFault;
  readonly detail?: UpstreamDetail;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly definitelyNotSent: boolean;
  /** The English of {@link sentence}. */
  readonly reason: string;
  readonly sentence: Sentence;
  readonly refusals: readonly string[];

  constructor(details: UpstreamErrorDetails) {
    const { reason: sentence } = details;
    super(`${details.system} ${details.operation}: ${sentence.text}`, { cause: details.cause });
    this.name = 'UpstreamError';
    this.system = details.system;
    this.operation = details.operation;
    this.kind = details.kind;
    this.detail = details.detail;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.definitelyNotSent = details.definitelyNotSent;
    this.reason = sentence.text;
    this.sentence = sentence;
    this.refusals = details.refusals ?? [];
  }
}

const UNREADABLE: ReadonlySet<UpstreamFault> = new Set(['malformed', 'too_large', 'redirected']);

/** Did the outside system answer, but with what can't be understood? That is a 502. */
export function isUnreadableAnswer(fault: unknown): boolean {
  return fault instanceof UpstreamError && UNREADABLE.has(fault.kind);
}

/** Is it an outside system that owes the answer, and not our own storage or judgement? */
export function isUnanswered(fault: unknown): boolean {
  if (fault instanceof StorageError) return false;
  return (
    fault instanceof UpstreamError || (fault instanceof AppError && (fault.status === 502 || fault.status === 503))
  );
}
