import { UpstreamError } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { retryAfterMs } from '../http/http-faults.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import type { PushEndpoint } from './push-endpoint.js';
import { vapidPublicKey } from './vapid-key.js';

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
const JUDGED_STATUSES: readonly number[] = [400, 401, 403, 404, 406, 410, 413, 429];

const DAY_MS = 86_400_000;

/** How long to wait where a limit doesn't say it. */
const UNSAID_WAIT_MS = 60_000;

/** Judges an answer with a status of 2xx or one of {@link JUDGED_STATUSES}. */
function judgePushAnswer({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, now: number): PushServiceAnswer {
  switch (status) {
    case 404:
    case 410:
      return { kind: 'gone' };
    case 406:
    case 429:
      return limitedAnswer(retryAfterMs(headers['retry-after'], now));
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
function judgePushFault({
  kind,
  status = 0,
  definitelyNotSent,
  retryAfterMs: asked,
}: UpstreamError): PushServiceAnswer {
  if (kind === 'rate_limited') return limitedAnswer(asked);
  if (kind === 'rejected') return { kind: 'refused', refusal: 'message_refused' };
  if (kind === 'redirected') return { kind: 'refused', refusal: 'redirected' };
  if (definitelyNotSent || status >= 500)
    return { kind: 'not_sent', ...(asked !== undefined && { retryAfterMs: asked }) };
  return { kind: 'unconfirmed' };
}

const limitedAnswer = (asked = UNSAID_WAIT_MS): PushServiceAnswer => ({
  kind: 'limited',
  retryAfterMs: Math.min(asked, DAY_MS),
});

const WEB_PUSH = 'web-push';

const DEADLINE_MS = 10_000;

/** What push services say in their answers is not read. */
const MAX_BYTES = 64 * 1024;

/** The most bytes of a message: encrypted they are 4,096, which every push service takes. Source: RFC 8291 section 4. */
export const LARGEST_WEB_PUSH_BYTES = 3_993;

type WebPushOptions = Omit<ClientOptions, 'url'>;

/** A browser that messages can be encrypted for. */
export interface PushReceiver {
  readonly endpoint: PushEndpoint;
  readonly p256dh: Secret;
  readonly auth: Secret;
}

export interface WebPushMessage {
  /** At most {@link LARGEST_WEB_PUSH_BYTES} in UTF-8. */
  readonly text: string;
  /** How long the push service keeps it for a browser that is away, in whole seconds. */
  readonly ttlSeconds: number;
  /** A later message of the same name takes the place of one that waits: up to 32 letters, digits, `-` and `_`. */
  readonly topic: string;
}

export interface WebPushSender {
  readonly key: Secret;
  readonly subject: string;
}

/** The push services of browsers. Source: RFC 8030, RFC 8291, RFC 8292. */
export class WebPushClient {
  constructor(private readonly options: WebPushOptions) {}

  /** Sends once, within 10 s, following no redirects. @throws what the choice of the path threw: nothing was sent */
  async send(
    receiver: PushReceiver,
    message: WebPushMessage,
    { key, subject, signal }: WebPushSender & { readonly signal?: AbortSignal },
  ): Promise<PushServiceAnswer> {
    if (Buffer.byteLength(message.text) > LARGEST_WEB_PUSH_BYTES) return { kind: 'refused', refusal: 'too_large' };
    const { headers, data } = await encrypt(receiver, message, { key, subject });
    const transport = new HttpTransport({
      ...this.options,
      system: WEB_PUSH,
      url: receiver.endpoint.origin,
      headers,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
    try {
      const answer = await transport.send({
        operation: 'message.send',
        method: 'POST',
        path: [],
        target: receiver.endpoint.target.reveal(),
        bytes: { data, type: 'application/octet-stream' },
        signal,
        accept: JUDGED_STATUSES,
      });
      return judgePushAnswer(answer, this.options.clock.now());
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      return judgePushFault(fault);
    }
  }
}

/** The package is loaded with the first message: a household without browsers to push to never needs it. */
async function encrypt(
  { endpoint, p256dh, auth }: PushReceiver,
  { text, ttlSeconds, topic }: WebPushMessage,
  { key, subject }: WebPushSender,
): Promise<{ readonly headers: Readonly<Record<string, string | Secret>>; readonly data: Buffer }> {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: endpoint.origin + endpoint.target.reveal(), keys: { p256dh: p256dh.reveal(), auth: auth.reveal() } },
    text,
    {
      vapidDetails: { subject, publicKey: vapidPublicKey(key), privateKey: key.reveal() },
      TTL: ttlSeconds,
      urgency: 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    },
  );
  const of = (name: string): string => String(headers[name]);
  return {
    headers: {
      TTL: of('TTL'),
      Urgency: of('Urgency'),
      Topic: of('Topic'),
      'Content-Encoding': of('Content-Encoding'),
      Authorization: Secret.of(of('Authorization')),
    },
    data: body,
  };
}
