import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { readVapid } from './vapid-reader.js';

const LARGEST_BODY = 4_096;
const MONTH_SECONDS = 2_592_000;
const DAY_SECONDS = 86_400;

/** A contact with a public name, as Apple wants one. */
const CONTACT = /^(?:mailto:[^@\s]+@|https:\/\/)(?:[a-z0-9-]+\.)+[a-z]{2,}\/?$/;

/**
 * What is wrong with a message, whoever sends it. Source: RFC 8030 sections 5.2 to 5.4 and 7.2, RFC 8291 section 4; autopush, error
 * codes.
 */
export function formFault(request: FakeRequest): FakeAnswer | undefined {
  const ttl = headerOf(request, 'ttl');
  const topic = headerOf(request, 'topic');
  const urgency = headerOf(request, 'urgency');
  if (ttl === undefined) return refusedPush(400, 111, 'Missing TTL header');
  if (!/^\d{1,7}$/.test(ttl) || Number(ttl) > MONTH_SECONDS) return refusedPush(400, 112, 'Invalid TTL header');
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refusedPush(400, 113, 'Invalid Topic header');
  if (urgency !== undefined && !/^(?:very-low|low|normal|high)$/.test(urgency)) return refusedPush(400, 114, 'Urgency');
  if (request.bytes.length > LARGEST_BODY) return refusedPush(413, 104, 'Data payload too large');
  if (request.bytes.length === 0) return undefined;
  return headerOf(request, 'content-encoding') === 'aes128gcm' ? undefined : refusedPush(400, 101, 'Unknown encoding');
}

/**
 * What is wrong with the sender. Source: RFC 8292 sections 2 and 4.2; Mozilla and Apple want a contact.
 *
 * @param serverKey the key of the only server that may send; null for any
 * @param origin of the push service itself
 */
export function senderFault(request: FakeRequest, serverKey: string | null, origin: string): FakeAnswer | undefined {
  const authorization = headerOf(request, 'authorization');
  if (authorization === undefined) {
    if (serverKey === null) return undefined;
    return { ...refusedPush(401, 109, 'Missing authorization'), headers: { 'www-authenticate': 'vapid' } };
  }
  const statement = readVapid(authorization);
  if (!statement) return refusedPush(401, 109, 'Invalid signature');
  const { aud, exp, sub } = statement.claims;
  const now = Date.now() / 1_000;
  if (aud !== origin) return refusedPush(403, 109, 'Invalid aud');
  if (typeof exp !== 'number' || exp <= now || exp > now + DAY_SECONDS) return refusedPush(403, 109, 'Invalid exp');
  if (typeof sub !== 'string' || !CONTACT.test(sub)) return refusedPush(403, 109, 'Invalid sub');
  return serverKey === null || serverKey === statement.publicKey ? undefined : refusedPush(403, 109, 'Another key');
}

/** A header that came once. */
export function headerOf({ headers }: FakeRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** A refusal, as autopush writes it. */
export const refusedPush = (code: number, errno: number, message: string): FakeAnswer => ({
  status: code,
  body: { code, errno, error: 'refused', message },
});
