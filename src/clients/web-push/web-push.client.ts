import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { HttpTransport } from '../http/http-transport.js';
import type { PushEndpoint } from './push-endpoint.js';
import { JUDGED_STATUSES, judgePushAnswer, judgePushFault, type PushServiceAnswer } from './push-service-answer.js';
import { vapidPublicKey } from './vapid-key.js';

/** The name of push services in errors and logs, whichever it is. */
const WEB_PUSH = 'web-push';

const DEADLINE_MS = 10_000;

/** What push services say in their answers is not read. */
const MAX_BYTES = 64 * 1024;

/**
 * The most bytes of a message that can be sent: encrypted they are 4,096, which every push service takes. Source: RFC 8030 section
 * 7.2, RFC 8291 section 4.
 */
export const LARGEST_WEB_PUSH_BYTES = 3_993;

/** What a {@link WebPushClient} needs to reach push services. */
interface WebPushOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** How connections leave the machine; directly to the push service by default. */
  readonly path?: PathNow;
}

/** A browser that messages can be encrypted for. */
export interface PushReceiver {
  readonly endpoint: PushEndpoint;
  /** Its public key, in base64url. */
  readonly p256dh: Secret;
  /** Its authentication secret, in base64url. */
  readonly auth: Secret;
}

/** A message for one browser. */
export interface WebPushMessage {
  /** At most {@link LARGEST_WEB_PUSH_BYTES} in UTF-8. */
  readonly text: string;
  /** How long the push service keeps it for a browser that is away, in whole seconds. */
  readonly ttlSeconds: number;
  /** A later message of the same name takes the place of one that waits: up to 32 letters, digits, `-` and `_`. */
  readonly topic: string;
}

/** Who sends. */
export interface WebPushSender {
  /** As `drawVapidKey` makes it. */
  readonly key: Secret;
  /** As `vapidSubject` makes it. */
  readonly subject: string;
}

/** The push services of browsers. Source: RFC 8030, RFC 8291, RFC 8292. */
export class WebPushClient {
  constructor(private readonly options: WebPushOptions) {}

  /**
   * Encrypts a message and sends it once, within 10 seconds and without following redirects. However the push service answers, and
   * where it doesn't, is in what this returns.
   *
   * @throws what the choice of the path threw, such as SecretUnreadable or StorageError 503: nothing was sent
   */
  async send(
    receiver: PushReceiver,
    message: WebPushMessage,
    { key, subject, signal }: WebPushSender & { readonly signal?: AbortSignal },
  ): Promise<PushServiceAnswer> {
    if (Buffer.byteLength(message.text) > LARGEST_WEB_PUSH_BYTES) return { kind: 'refused', refusal: 'too_large' };
    const { headers, data } = await encrypted(receiver, message, { key, subject });
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
async function encrypted(
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
