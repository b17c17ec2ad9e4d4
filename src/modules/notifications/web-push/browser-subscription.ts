import { z } from 'zod';
import { Secret } from '../../../core/secrets/secret.js';

/** What a browser has given us to send by. */
export interface BrowserSubscription {
  /** Its address at the push service of its vendor. Judged when it is registered, and again before each call. */
  readonly endpoint: Secret;
  /** Its public key, in base64url. */
  readonly p256dh: Secret;
  /** Its authentication secret, in base64url. */
  readonly auth: Secret;
  /** The https origin of the page that has registered it; null for none. */
  readonly site: string | null;
}

const WRITTEN = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  site: z.string().nullable(),
});

/** The subscription as one text, to be kept. */
export const writtenSubscription = ({ endpoint, p256dh, auth, site }: BrowserSubscription): Secret =>
  Secret.of(JSON.stringify({ endpoint: endpoint.reveal(), p256dh: p256dh.reveal(), auth: auth.reveal(), site }));

/** @throws ZodError for what nobody of this server has written */
export function readSubscription(text: Secret): BrowserSubscription {
  const { endpoint, p256dh, auth, site } = WRITTEN.parse(JSON.parse(text.reveal()));
  return { endpoint: Secret.of(endpoint), p256dh: Secret.of(p256dh), auth: Secret.of(auth), site };
}
