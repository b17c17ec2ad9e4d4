import { createHmac } from 'node:crypto';
import type { Secret } from '../../core/secrets/secret.js';
import { type ChannelFormat, HTTP_ADDRESS, plainAddress } from './channel-format.js';

/** A webhook by the Standard Webhooks specification 1.0. It alone gets what a program reads. */
export const WEBHOOK: ChannelFormat<'json'> = {
  name: 'json',
  system: 'webhook',
  fields: {
    url: HTTP_ADDRESS,
    secret: {
      code: 'not_a_signing_key',
      words: 'must be a key in base64 of 24 to 64 bytes, with or without whsec_ before it',
    },
  },
  readAddress: (url) => ({ ...plainAddress(url), isFolder: url.pathname.endsWith('/') }),
  takesSecret: (secret) => signingKey(secret) !== null,
  request({ id, event, title, text, severity, link, at, data }, { secret, now }) {
    const content = { event, title, text, severity, link, ...data };
    const json = { type: event, timestamp: new Date(at).toISOString(), data: content };
    const seconds = Math.floor(now / 1_000);
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
    if (!secret) return { headers, json };
    const key = signingKey(secret);
    if (!key) throw new TypeError('the secret is no key to sign with');
    const signature = createHmac('sha256', key)
      .update(`${id}.${seconds}.${JSON.stringify(json)}`)
      .digest('base64');
    return { headers: { ...headers, 'webhook-signature': `v1,${signature}` }, json };
  },
  judge: () => ({ kind: 'sent', remoteId: '' }),
};

function signingKey(secret: Secret): Buffer | null {
  const text = secret.reveal().replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]{1,128}={0,2}$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}
