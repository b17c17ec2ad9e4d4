import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { retryAfterMs } from '../http/http-faults.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { lenient } from '../http/lenient-members.js';
import type { WebhookAddress } from './webhook-address.js';
import { postBody, type WebhookPost } from './webhook-post.js';

/**
 * Why Discord has not taken a post.
 *
 * | refusal | meaning |
 * |---|---|
 * | webhook_gone | there is no such webhook any more |
 * | token_refused | the webhook exists, and the address has another token |
 * | not_allowed | the webhook may not post there |
 * | thread_gone | the thread doesn't exist, or is in another channel |
 * | thread_needed | the channel is a forum, which takes posts in threads alone |
 * | name_refused | the name under which it was to be posted is not allowed |
 * | picture_refused | the address of the picture beside the name is not taken |
 * | redirected | the address leads elsewhere, which is not followed |
 * | post_refused | anything else |
 */
export type PostRefusal =
  | 'webhook_gone'
  | 'token_refused'
  | 'not_allowed'
  | 'thread_gone'
  | 'thread_needed'
  | 'name_refused'
  | 'picture_refused'
  | 'redirected'
  | 'post_refused';

/**
 * What became of a post.
 *
 * | kind | meaning |
 * |---|---|
 * | sent | it stands in the channel |
 * | limited | it was not taken; nothing more may be sent for so long |
 * | not_sent | nothing has left for Discord, and it may be sent again |
 * | unconfirmed | nobody knows whether it stands there: sent again, it might stand there twice |
 * | refused | it was not taken, and won't be until something is changed |
 */
export type PostAnswer =
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  | { readonly kind: 'not_sent'; readonly reason: Sentence }
  | { readonly kind: 'unconfirmed'; readonly reason: Sentence }
  | { readonly kind: 'refused'; readonly refusal: PostRefusal; readonly status: number };

/** The statuses whose bodies say more than the status. */
const READ_STATUSES: readonly number[] = [400, 401, 403, 404, 429];

const DAY_MS = 86_400_000;
/** How long to wait where a limit doesn't say it, as the web page of the edge may not. */
const UNSAID_WAIT_MS = 60_000;

/** Judges an answer with a status of 2xx or one of {@link READ_STATUSES}. */
export function judgeAnswer(answer: HttpAnswer, now: number): PostAnswer {
  if (answer.status === 429) return { kind: 'limited', retryAfterMs: askedWait(answer, now) };
  if (answer.status >= 400) return { kind: 'refused', refusal: refusalIn(answer), status: answer.status };
  const { id } = readLoosely(answer.body, MESSAGE);
  if (id) return { kind: 'sent', messageId: id };
  return { kind: 'unconfirmed', reason: sayHttp('answer_without_message_id', { status: answer.status }) };
}

/** Judges a call that has ended without such an answer. */
function judgeFault(fault: UpstreamError): PostAnswer {
  const { kind, status = 0, definitelyNotSent, sentence: reason } = fault;
  if (kind === 'rate_limited') return { kind: 'limited', retryAfterMs: boundedWait(fault.retryAfterMs) };
  if (definitelyNotSent) return { kind: 'not_sent', reason };
  if (kind === 'redirected') return { kind: 'refused', refusal: 'redirected', status };
  if (status >= 400 && status < 500) return { kind: 'refused', refusal: 'post_refused', status };
  return { kind: 'unconfirmed', reason };
}

/** An id is kept, so that nothing else is taken for one: an answer may repeat the token. */
const MESSAGE = z.object({ id: lenient(z.string().regex(/^\d{1,20}$/)) });
const LIMIT = z.object({ retry_after: lenient(z.union([z.number().nonnegative(), z.string()])) });
const REFUSAL = z.object({
  code: lenient(z.number()),
  errors: lenient(z.object({ username: z.unknown(), avatar_url: z.unknown(), thread_id: z.unknown() }).partial()),
});

const CODES: Readonly<Record<number, PostRefusal>> = {
  10_003: 'thread_gone',
  10_015: 'webhook_gone',
  50_013: 'not_allowed',
  50_027: 'token_refused',
  220_001: 'thread_needed',
  220_002: 'thread_gone',
  220_003: 'thread_gone',
};

const STATUSES: Readonly<Record<number, PostRefusal>> = {
  401: 'token_refused',
  403: 'not_allowed',
  404: 'webhook_gone',
};

function refusalIn({ status, body }: HttpAnswer): PostRefusal {
  const { code, errors } = readLoosely(body, REFUSAL);
  if (errors?.username !== undefined) return 'name_refused';
  if (errors?.avatar_url !== undefined) return 'picture_refused';
  if (errors?.thread_id !== undefined) return 'thread_gone';
  return CODES[code ?? 0] ?? STATUSES[status] ?? 'post_refused';
}

/** The longest that any part of the answer asks for; a day at most. */
function askedWait({ headers, body }: HttpAnswer, now: number): number {
  const header = headers['retry-after'];
  const seconds = [header, readLoosely(body, LIMIT).retry_after ?? undefined];
  const waits = [retryAfterMs(header, now), ...seconds.map(millisecondsIn)].filter((wait) => wait !== undefined);
  return boundedWait(waits.length === 0 ? undefined : Math.ceil(Math.max(...waits)));
}

const boundedWait = (asked = UNSAID_WAIT_MS): number => Math.min(DAY_MS, asked);

function millisecondsIn(seconds: string | number | undefined): number | undefined {
  const isWritten = typeof seconds === 'number' || /^\d{1,10}(?:\.\d{1,10})?$/.test(seconds ?? '');
  return isWritten ? Number(seconds) * 1_000 : undefined;
}

/** What an answer says as far as it can be read; a body that is something else, such as a web page, says nothing. */
function readLoosely<T extends object>(body: Buffer, schema: z.ZodType<T>): Partial<T> {
  try {
    return schema.safeParse(JSON.parse(body.toString('utf8'))).data ?? {};
  } catch {
    return {};
  }
}

const DISCORD = 'discord';

const DEADLINE_MS = 10_000;
/** A message that was posted comes back whole, and the edge answers with web pages. */
const MAX_BYTES = 1024 * 1024;

interface DiscordWebhookOptions extends Omit<ClientOptions, 'url'> {
  readonly address: WebhookAddress;
}

export class DiscordWebhookClient {
  private readonly transport: HttpTransport;

  constructor(private readonly options: DiscordWebhookOptions) {
    const { address, ...rest } = options;
    this.transport = new HttpTransport({
      ...rest,
      system: DISCORD,
      url: address.origin,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }

  /** Posts once, within 10 s, without redirects. @param threadId of the webhook's channel. @throws the path's choice: nothing was sent */
  async execute(
    post: WebhookPost,
    { threadId = null, signal }: { readonly threadId?: string | null; readonly signal?: AbortSignal } = {},
  ): Promise<PostAnswer> {
    const { folder, id, token } = this.options.address;
    try {
      const answer = await this.transport.send({
        operation: 'webhook.execute',
        method: 'POST',
        path: [...folder, id, token.reveal()],
        query: { wait: true, thread_id: threadId ?? undefined },
        json: postBody(post),
        signal,
        accept: READ_STATUSES,
      });
      return judgeAnswer(answer, this.options.clock.now());
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      return judgeFault(fault);
    }
  }
}
