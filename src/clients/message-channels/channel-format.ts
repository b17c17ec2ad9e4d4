import type { Secret } from '../../core/secrets/secret.js';
import type { HttpAnswer } from '../http/http-transport.js';
import type { ChannelAddress } from './channel-address.js';
import type { ChannelAnswer } from './channel-answer.js';

/** What a message means to its readers. */
export type ChannelSeverity = 'info' | 'success' | 'warning' | 'failure';

/** A message, before it takes the form of a channel. Its texts are plain, and other people's words are in them. */
export interface ChannelMessage {
  /** The same for all attempts, and for nothing else; visible ASCII without a full stop. */
  readonly id: string;
  /** What has happened, as a key: `request_available`. */
  readonly event: string;
  /** What has happened, in words. */
  readonly title: string;
  readonly text: string;
  readonly severity: ChannelSeverity;
  /** Where the web app shows more; null for nowhere. */
  readonly link: string | null;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** What a program reads; only webhooks carry it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The call by which a channel is sent a message: a POST to its address. */
export interface ChannelRequest {
  /** Below the address; nothing where it is left out. */
  readonly path?: readonly string[];
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** Sent as `JSON.stringify` writes it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** By what a message is sent. */
export interface ChannelSender {
  readonly address: ChannelAddress;
  /** Null for a channel that takes messages from everybody. */
  readonly secret: Secret | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How channels of one kind take messages. */
export interface ChannelFormat<Name extends string = string> {
  /** The word for it on the wire: 8 characters at most. */
  readonly name: Name;
  /** What its calls are counted by. */
  readonly system: string;
  /** What is typed of a channel, and what each has to be: the rest of a sentence that begins with the field. */
  readonly fields: { readonly url: string; readonly secret: string };
  /** Where an http or https address leads; null for one that is not as `fields.url` wants it. */
  readonly readAddress: (url: URL) => ChannelAddress | null;
  /** Is this secret as `fields.secret` wants it? */
  readonly takesSecret: (secret: Secret) => boolean;
  /** A message in this format. @throws TypeError for a secret that it doesn't take */
  readonly request: (message: ChannelMessage, sender: ChannelSender) => ChannelRequest;
  /** What an answer of 2xx means. */
  readonly judge: (answer: HttpAnswer) => ChannelAnswer;
}
