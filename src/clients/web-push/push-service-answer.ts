import type { UpstreamError } from '../../core/errors/upstream-error.js';
import { retryAfterMs } from '../http/http-faults.js';
import type { HttpAnswer } from '../http/http-transport.js';

/**
 * Why a push service has not taken a message.
 *
 * | refusal | meaning |
 * |---|---|
 * | key_refused | it doesn't take the key of this server, or not for this browser |
 * | too_large | the message is larger than it takes |
 * | redirected | the address leads elsewhere, which is not followed |
 * | message_refused | anything else |
 */
export type PushRefusal = 'key_refused' | 'too_large' | 'redirected' | 'message_refused';

/**
 * What became of a message.
 *
 * | kind | meaning |
 * |---|---|
 * | taken | the push service delivers it as soon as it can |
 * | gone | the browser has left: nothing will ever arrive there |
 * | limited | it was not taken; nothing more may be sent to this browser for so long |
 * | not_sent | the push service has certainly not got it, or asks for it again |
 * | unconfirmed | nobody knows whether it has it |
 * | refused | it was not taken, and won't be |
 */
export type PushServiceAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  | { readonly kind: 'not_sent'; readonly retryAfterMs?: number }
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'refused'; readonly refusal: PushRefusal };

/** The statuses that are judged here; 406 is how Microsoft's service says that its limit is reached. */
export const JUDGED_STATUSES: readonly number[] = [400, 401, 403, 404, 406, 410, 413, 429];

const DAY_MS = 86_400_000;

/** How long to wait where a limit doesn't say it. */
const UNSAID_WAIT_MS = 60_000;

/** Judges an answer with a status of 2xx or one of {@link JUDGED_STATUSES}. Source: RFC 8030 sections 5, 7.3 and 8.4, RFC 8292 section 4.2. */
export function judgePushAnswer(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  now: number,
): PushServiceAnswer {
  switch (status) {
    case 404:
    case 410:
      return { kind: 'gone' };
    case 406:
    case 429:
      return limited(retryAfterMs(headers['retry-after'], now));
    case 401:
    case 403:
      return { kind: 'refused', refusal: 'key_refused' };
    case 413:
      return { kind: 'refused', refusal: 'too_large' };
    case 400:
      return { kind: 'refused', refusal: 'message_refused' };
    default:
      return { kind: 'taken' };
  }
}

/** Judges a call that has ended without such an answer. */
export function judgePushFault({
  kind,
  status = 0,
  definitelyNotSent,
  retryAfterMs: asked,
}: UpstreamError): PushServiceAnswer {
  if (kind === 'rate_limited') return limited(asked);
  if (kind === 'rejected') return { kind: 'refused', refusal: 'message_refused' };
  if (kind === 'redirected') return { kind: 'refused', refusal: 'redirected' };
  if (definitelyNotSent || status >= 500)
    return { kind: 'not_sent', ...(asked !== undefined && { retryAfterMs: asked }) };
  return { kind: 'unconfirmed' };
}

const limited = (asked = UNSAID_WAIT_MS): PushServiceAnswer => ({
  kind: 'limited',
  retryAfterMs: Math.min(asked, DAY_MS),
});
