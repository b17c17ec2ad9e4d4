import type { FakeAnswer, FakeRequest, RecordedCall } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { bodyFaults, isEmptyBody, isSnowflakeText } from './posted-body.js';

type Json = Readonly<Record<string, unknown>>;

/** A webhook with the channel that it posts to. */
interface WebhookGiven {
  readonly id?: string;
  readonly token?: string;
  readonly channelId?: string;
  /** Ids of the threads of its channel. */
  readonly threads?: readonly string[];
  /** A forum takes posts in threads alone. */
  readonly isForum?: boolean;
}

type Webhook = Required<WebhookGiven>;

/** A message as people find it in the channel. */
export interface PostedMessage {
  readonly id: string;
  readonly webhookId: string;
  /** The thread that it stands in; null for the channel itself. */
  readonly threadId: string | null;
  readonly username: string | null;
  readonly avatarUrl: string | null;
  readonly content: string;
  readonly embeds: readonly Json[];
  /** Whose phones ring: who is named in the text and allowed to be. */
  readonly pinged: { readonly users: readonly string[]; readonly roles: readonly string[]; readonly everyone: boolean };
}

/** How a limit says that it is one: in JSON, in the header alone, or as the web page of the edge in front of Discord. */
export type LimitForm = 'json' | 'header' | 'edge';

/** What every post of these webhooks is called by for `fail`, `calls`, `nextCall`. */
export const EXECUTE = 'POST /api/webhooks/:id/:token';

const UNKNOWN_WEBHOOK: FakeAnswer = { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
const INVALID_TOKEN: FakeAnswer = { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } };
const UNKNOWN_CHANNEL: FakeAnswer = { status: 400, body: { message: 'Unknown Channel', code: 10003 } };
const EMPTY_MESSAGE: FakeAnswer = { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } };
const NO_JSON: FakeAnswer = { status: 400, body: { message: 'The request body contains invalid JSON.', code: 50109 } };
const FORUM: FakeAnswer = {
  status: 400,
  body: { message: 'Webhooks posted to forum channels must have a thread_name or thread_id', code: 220001 },
};
const invalidForm = (errors: object): FakeAnswer => ({
  status: 400,
  body: { message: 'Invalid Form Body', code: 50035, errors },
});

const POSTED_AT = '2026-11-20T12:00:00.000000+00:00';
const EDGE_PAGE =
  '<!doctype html><html><head><title>Access denied | Error 1015</title></head><body>You are being rate limited</body></html>';

/**
 * Incoming webhooks of Discord: what they take, what they refuse, and a journal of what stands in the channel. It shares no rule
 * with the product.
 */
export class DiscordFake extends FakeServer {
  /** What stands in the channels, oldest first. */
  readonly posted: PostedMessage[] = [];
  private readonly webhooks = new Map<string, Webhook>();
  private untilLimit = Infinity;
  private messages = 0;

  constructor() {
    super();
    this.route(EXECUTE, (request) => this.execute(request));
  }

  readonly given = {
    /** Puts a webhook in place, or another one in place of it. Answers its address. */
    webhook: (given: WebhookGiven = {}): string => {
      const {
        id = '900000000000000030',
        token = 'planted-chat-webhook-token',
        channelId = '900000000000000010',
      } = given;
      const { threads = [], isForum = false } = given;
      this.webhooks.set(id, { id, token, channelId, threads, isForum });
      return `${this.url}/api/webhooks/${id}/${token}`;
    },
  };

  /** Deletes a webhook, as somebody who administers the channel does. */
  deleteWebhook(id = '900000000000000030'): void {
    this.webhooks.delete(id);
  }

  /** Takes so many more posts and then meets its limit, until it is told otherwise. */
  takeOnly(posts: number): void {
    this.untilLimit = posts;
  }

  /** Makes the next posts meet the limit. */
  limitRate(form: LimitForm, { seconds = 1.337, times = 1 } = {}): void {
    this.fail(EXECUTE, this.limited(form, seconds), times);
  }

  override startOver(): void {
    super.startOver();
    this.posted.length = 0;
    this.untilLimit = Infinity;
  }

  /** Every version of the interface is the same here. */
  protected override routedPath({ path }: RecordedCall): string {
    return path.replace(/^\/api\/v\d+\//, '/api/');
  }

  protected override commonHeaders(): Readonly<Record<string, string>> {
    return {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': String(Math.max(0, Math.min(4, this.untilLimit))),
      'x-ratelimit-reset': '1795176002',
      'x-ratelimit-reset-after': '2.000',
      'x-ratelimit-bucket': 'bucket',
    };
  }

  protected override unknownRoute(): FakeAnswer {
    return { status: 404, body: { message: '404: Not Found', code: 0 } };
  }

  private limited(form: LimitForm, seconds: number): FakeAnswer {
    const headers = { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'user' };
    if (form === 'header') return { status: 429, headers };
    if (form === 'edge') return { status: 429, headers: { 'content-type': 'text/html' }, body: EDGE_PAGE };
    const body = { message: 'You are being rate limited.', retry_after: seconds, global: false };
    return { status: 429, headers, body };
  }

  private execute(request: FakeRequest): FakeAnswer {
    const webhook = this.webhooks.get(request.params.id ?? '');
    if (!webhook) return UNKNOWN_WEBHOOK;
    if (webhook.token !== request.params.token) return INVALID_TOKEN;
    if (this.untilLimit <= 0) return this.limited('json', 2);
    this.untilLimit -= 1;
    const { body } = request;
    if (request.headers['content-type'] !== 'application/json' || typeof body !== 'object' || body === null)
      return NO_JSON;
    return this.refusalOf(webhook, request, body as Json) ?? this.post(webhook, request, body as Json);
  }

  private refusalOf(webhook: Webhook, { query }: FakeRequest, body: Json): FakeAnswer | undefined {
    const { thread_id: threadId } = query;
    if (threadId !== undefined && !isSnowflakeText(threadId)) {
      const errors = [{ code: 'NUMBER_TYPE_COERCE', message: `Value "${threadId.toString()}" is not snowflake.` }];
      return invalidForm({ thread_id: { _errors: errors } });
    }
    const faults = bodyFaults(body);
    if (faults) return invalidForm(faults);
    if (isEmptyBody(body)) return EMPTY_MESSAGE;
    if (threadId === undefined) return webhook.isForum ? FORUM : undefined;
    return webhook.threads.includes(threadId) ? undefined : UNKNOWN_CHANNEL;
  }

  private post(webhook: Webhook, { query }: FakeRequest, body: Json): FakeAnswer {
    const threadId = (query.thread_id as string | undefined) ?? null;
    const id = String(900_000_000_000_001_000n + BigInt((this.messages += 1)));
    const content = (body.content as string | undefined) ?? '';
    const embeds = (body.embeds as readonly Json[] | undefined) ?? [];
    const username = (body.username as string | undefined) ?? null;
    const avatarUrl = (body.avatar_url as string | undefined) ?? null;
    const pinged = pingedBy(content, body.allowed_mentions as AllowedMentions | undefined);
    this.posted.push({ id, webhookId: webhook.id, threadId, username, avatarUrl, content, embeds, pinged });
    if (query.wait !== 'true') return { status: 204 };
    return {
      body: {
        type: 0,
        content,
        mentions: pinged.users.map((user) => ({ ...AUTHOR, id: user, username: 'somebody' })),
        mention_roles: pinged.roles,
        attachments: [],
        embeds: embeds.map(({ title }) => ({ type: 'rich', title })),
        timestamp: POSTED_AT,
        edited_timestamp: null,
        flags: 0,
        components: [],
        id,
        channel_id: threadId ?? webhook.channelId,
        author: { ...AUTHOR, bot: true, id: webhook.id, username: username ?? 'Library' },
        pinned: false,
        mention_everyone: pinged.everyone,
        tts: false,
        webhook_id: webhook.id,
      },
    };
  }
}

const AUTHOR = {
  avatar: null,
  discriminator: '0000',
  public_flags: 0,
  flags: 0,
  global_name: null,
  clan: null,
  primary_guild: null,
};

interface AllowedMentions {
  readonly parse?: readonly string[];
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
}

/** Without `allowed_mentions` everything in the text that looks like a mention rings. */
function pingedBy(content: string, allowed?: AllowedMentions): PostedMessage['pinged'] {
  const named = (pattern: RegExp): string[] => [...new Set([...content.matchAll(pattern)].map(([, id = '']) => id))];
  const { parse = allowed ? [] : ['users', 'roles', 'everyone'], users = [], roles = [] } = allowed ?? {};
  return {
    users: named(/<@!?(\d+)>/g).filter((id) => parse.includes('users') || users.includes(id)),
    roles: named(/<@&(\d+)>/g).filter((id) => parse.includes('roles') || roles.includes(id)),
    everyone: parse.includes('everyone') && /@(?:everyone|here)/.test(content),
  };
}
