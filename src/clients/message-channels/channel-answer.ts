import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import type { UpstreamError } from '../../core/errors/upstream-error.js';
import { retryAfterMs } from '../http/http-faults.js';
import type { HttpAnswer } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';

/**
 * Why a channel has not taken a message.
 *
 * | refusal | meaning |
 * |---|---|
 * | not_allowed | it wants another secret |
 * | not_found | there is nothing at its address that takes messages |
 * | nothing_behind | Apprise has no services under this address |
 * | not_all_reached | Apprise has not reached all services; some may have it |
 * | redirected | the address leads elsewhere, which is not followed |
 * | other | anything else |
 */
export type ChannelRefusal =
  | 'not_allowed'
  | 'not_found'
  | 'nothing_behind'
  | 'not_all_reached'
  | 'redirected'
  | 'other';

/**
 * What became of a message.
 *
 * | kind | meaning |
 * |---|---|
 * | sent | the channel has it |
 * | limited | it was not taken; nothing more may be sent for so long |
 * | not_sent | nothing has left for the channel, and it may be sent again |
 * | unconfirmed | nobody knows whether the channel has it: sent again, it might be there twice |
 * | refused | it was not taken, and won't be until something is changed |
 */
export type ChannelAnswer =
  | { readonly kind: 'sent'; readonly remoteId: string }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  | { readonly kind: 'not_sent'; readonly reason: Sentence }
  | { readonly kind: 'unconfirmed'; readonly reason: Sentence }
  | { readonly kind: 'refused'; readonly refusal: ChannelRefusal; readonly status: number };

const DAY_MS = 86_400_000;
/** How long to wait where a limit doesn't say it. */
const UNSAID_WAIT_MS = 60_000;

/** Judges an answer of 429. */
export const judgeLimit = ({ headers }: HttpAnswer, now: number): ChannelAnswer =>
  limitedAnswer(retryAfterMs(headers['retry-after'], now));

/** Judges an answer of 2xx where a server answers with the message that it has made. */
export function judgeMade(answer: HttpAnswer): ChannelAnswer {
  const remoteId = idIn(answer);
  return remoteId === null
    ? { kind: 'unconfirmed', reason: sayHttp('answer_without_message_id', { status: answer.status }) }
    : { kind: 'sent', remoteId };
}

/** Judges a call that has ended without an answer of 2xx or 429. */
export function judgeChannelFault(fault: UpstreamError): ChannelAnswer {
  const { kind, status = 0, definitelyNotSent, sentence: reason } = fault;
  if (kind === 'rate_limited') return limitedAnswer(fault.retryAfterMs);
  if (definitelyNotSent) return { kind: 'not_sent', reason };
  if (kind === 'redirected') return { kind: 'refused', refusal: 'redirected', status };
  if (status >= 400 && status < 500) return { kind: 'refused', refusal: REFUSALS[status] ?? 'other', status };
  return { kind: 'unconfirmed', reason };
}

const limitedAnswer = (asked = UNSAID_WAIT_MS): ChannelAnswer => ({
  kind: 'limited',
  retryAfterMs: Math.min(DAY_MS, asked),
});

const REFUSALS: Readonly<Record<number, ChannelRefusal>> = {
  401: 'not_allowed',
  403: 'not_allowed',
  404: 'not_found',
  424: 'not_all_reached',
};

const MADE = z.object({ id: z.union([z.string().regex(/^[\w-]{1,40}$/), z.number().int()]) });

function idIn({ body }: HttpAnswer): string | null {
  try {
    const read = MADE.safeParse(JSON.parse(body.toString('utf8')));
    return read.success ? String(read.data.id) : null;
  } catch {
    return null;
  }
}
