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

/** Null for what this server has not written. */
export function readSubscription(text: Secret): BrowserSubscription | null {
  const { data } = WRITTEN.safeParse(parsed(text.reveal()));
  if (!data) return null;
  const { endpoint, p256dh, auth, site } = data;
  return { endpoint: Secret.of(endpoint), p256dh: Secret.of(p256dh), auth: Secret.of(auth), site };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
