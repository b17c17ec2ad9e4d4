import { Secret } from '../../core/secrets/secret.js';
import { parsedUrl, withoutTrailingSlashes } from '../../core/text/urls.js';
import type { HttpAnswer } from '../http/http-transport.js';
import type { Query } from '../http/safe-address.js';
import type { ChannelAnswer } from './channel-answer.js';

/** What a message means to its readers. */
export type ChannelSeverity = 'info' | 'success' | 'warning' | 'failure';

/** A message, before it takes the form of a channel. Its texts are plain, and other people's words are in them. */
export interface ChannelMessage {
  /** The same for all attempts, and for nothing else; visible ASCII without a full stop. */
  readonly id: string;
  /** What has happened, as a key: `request_available`. */
  readonly event: string;
  readonly title: string;
  readonly text: string;
  readonly severity: ChannelSeverity;
  /** Where the web app shows more; null for nowhere. */
  readonly link: string | null;
  readonly at: number;
  /** What a program reads; only webhooks carry it. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface ChannelRequest {
  /** Below the address; nothing where it is left out. */
  readonly path?: readonly string[];
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** Sent as `JSON.stringify` writes it. */
  readonly json: Readonly<Record<string, unknown>>;
}

interface ChannelSender {
  readonly address: ChannelAddress;
  /** Null for a channel that takes messages from everybody. */
  readonly secret: Secret | null;
  readonly now: number;
}

export interface FieldRule {
  /** What a refusal by it is known by: stable, in snake_case. */
  readonly code: string;
  /** The rest of a sentence that begins with the field. */
  readonly words: string;
}

/** How channels of one kind take messages. */
export interface ChannelFormat<Name extends string = string> {
  /** The word for it on the wire: 8 characters at most. */
  readonly name: Name;
  /** What its calls are counted by. */
  readonly system: string;
  /** What is typed of a channel, and what each has to be. */
  readonly fields: { readonly url: FieldRule; readonly secret: FieldRule };
  /** Where an http or https address leads; null for one that is not as `fields.url` wants it. */
  readonly readAddress: (url: URL) => ChannelAddress | null;
  /** Is this secret as `fields.secret` wants it? */
  readonly takesSecret: (secret: Secret) => boolean;
  /** A message in this format. @throws TypeError for a secret that it doesn't take */
  readonly request: (message: ChannelMessage, sender: ChannelSender) => ChannelRequest;
  /** What an answer of 2xx means. */
  readonly judge: (answer: HttpAnswer) => ChannelAnswer;
}

/** Where the messages of a channel are sent. */
export interface ChannelAddress {
  /** Scheme, host and port: a credential goes to no other one than the one that it was saved for. */
  readonly origin: string;
  readonly base: string;
  readonly isFolder: boolean;
  readonly query: Query;
  /** Whom the server passes it on to, where the address says that; else null. */
  readonly recipient: string | null;
}

export const HTTP_ADDRESS: FieldRule = {
  code: 'not_a_web_address',
  words: 'must be an http or https address without a user',
};

/** An address as an administrator types it; null for what isn't {@link HTTP_ADDRESS}, and for one with a fragment. */
export function typedUrl(typed: string): URL | null {
  const url = parsedUrl(typed.trim());
  const isPlain = url && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** The address as it was typed, without slashes at its end. */
export function plainAddress({ origin, pathname, searchParams }: URL): ChannelAddress {
  const names = [...new Set(searchParams.keys())];
  return {
    origin,
    base: origin + withoutTrailingSlashes(pathname),
    isFolder: false,
    query: Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])),
    recipient: null,
  };
}

/** What a token has to be, since it goes into a header as it is. */
export const TOKEN: FieldRule = {
  code: 'not_a_token',
  words: 'must be a token of visible ASCII characters without blanks',
};

/** What has to be sent to servers that take both. */
export const TOKEN_OR_ACCOUNT: FieldRule = {
  code: 'not_a_token_or_account',
  words: `${TOKEN.words}, or name:password`,
};

export const isToken = (secret: Secret): boolean => /^[\x21-\x7e]+$/.test(secret.reveal());

/** Is it a {@link TOKEN_OR_ACCOUNT}? A name and its password travel as base64, and may have blanks and letters beyond ASCII. */
export const isTokenOrAccount = (secret: Secret): boolean => secret.reveal().includes(':') || isToken(secret);

export function authorization(secret: Secret | null): Readonly<Record<string, Secret>> {
  if (!secret) return {};
  const text = secret.reveal();
  const credential = text.includes(':') ? `Basic ${Buffer.from(text).toString('base64')}` : `Bearer ${text}`;
  return { Authorization: Secret.of(credential) };
}
