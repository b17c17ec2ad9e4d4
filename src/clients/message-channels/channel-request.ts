import { createHmac } from 'node:crypto';
import { Secret } from '../../core/secrets/secret.js';
import type { ChannelFormat, ChannelMessage, ChannelSeverity } from './channel-message.js';

/** What is sent to a channel beside its address. */
export interface ChannelRequest {
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** Signed as `JSON.stringify` writes it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** By what a message is sent. */
interface Sender {
  /** Null for a channel that takes messages from everybody. */
  readonly secret: Secret | null;
  /** The topic of an ntfy server. */
  readonly topic: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** ntfy's from 1 to 5, Gotify's from 0 to 10. */
const PRIORITIES: Readonly<Record<ChannelSeverity, { readonly ntfy: number; readonly gotify: number }>> = {
  info: { ntfy: 3, gotify: 5 },
  success: { ntfy: 3, gotify: 5 },
  warning: { ntfy: 4, gotify: 6 },
  failure: { ntfy: 4, gotify: 8 },
};

/**
 * A message in the form of a channel.
 *
 * Sources: Standard Webhooks 1.0; ntfy, Publish as JSON; Gotify, message and extras; Apprise API, notify.
 *
 * @throws TypeError where a secret to sign with is not base64
 */
export function channelRequest(format: ChannelFormat, message: ChannelMessage, sender: Sender): ChannelRequest {
  const { title, text, severity, link } = message;
  switch (format) {
    case 'json':
      return webhookRequest(message, sender);
    case 'ntfy': {
      const json = { topic: sender.topic, title, message: text, priority: PRIORITIES[severity].ntfy };
      return { headers: authorization(sender.secret), json: { ...json, ...(link !== null && { click: link }) } };
    }
    case 'gotify': {
      const extras = {
        'client::display': { contentType: 'text/plain' },
        ...(link !== null && { 'client::notification': { click: { url: link } } }),
      };
      const headers: ChannelRequest['headers'] = sender.secret ? { 'X-Gotify-Key': sender.secret } : {};
      return { headers, json: { title, message: text, priority: PRIORITIES[severity].gotify, extras } };
    }
    case 'apprise': {
      // It passes texts on to services in which an @ calls people.
      const body = [text, ...(link === null ? [] : [link])].join('\n');
      const json = { title: withoutMentions(title), body: withoutMentions(body), type: severity, format: 'text' };
      return { headers: authorization(sender.secret), json };
    }
  }
}

/** A key to sign with: base64, with or without `whsec_`, of 24 to 64 bytes. Null for what is none. */
function signingKey(secret: Secret): Buffer | null {
  const text = secret.reveal().replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]{1,128}={0,2}$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}

/** Can a secret be sent to a channel of this format? Only what travels as base64 has blanks, or letters beyond ASCII. */
export function isSendable(format: ChannelFormat, secret: Secret): boolean {
  if (format === 'json') return signingKey(secret) !== null;
  const text = secret.reveal();
  return (format !== 'gotify' && text.includes(':')) || /^[\x21-\x7e]+$/.test(text);
}

function webhookRequest({ id, event, at, data, ...shown }: ChannelMessage, { secret, now }: Sender): ChannelRequest {
  const { title, text, severity, link } = shown;
  const told = { event, title, text, severity, link, ...data };
  const json = { type: event, timestamp: new Date(at).toISOString(), data: told };
  const seconds = Math.floor(now / 1_000);
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
  if (!secret) return { headers, json };
  const key = signingKey(secret);
  if (!key) throw new TypeError('the secret is no key to sign with');
  const signature = createHmac('sha256', key)
    .update(`${id}.${seconds}.${JSON.stringify(json)}`)
    .digest('base64');
  return { headers: { ...headers, 'webhook-signature': `v1,${signature}` }, json };
}

/** A name and a password, with a colon between them, or a token. */
function authorization(secret: Secret | null): ChannelRequest['headers'] {
  if (!secret) return {};
  const text = secret.reveal();
  const credential = text.includes(':') ? `Basic ${Buffer.from(text).toString('base64')}` : `Bearer ${text}`;
  return { Authorization: Secret.of(credential) };
}

const withoutMentions = (text: string): string => text.replaceAll('@', '@\u200b');
