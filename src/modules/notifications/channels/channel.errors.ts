import type { ChannelAddressRefusal } from '../../../clients/message-channels/channel-address.js';
import type { ChannelAnswer, ChannelRefusal } from '../../../clients/message-channels/channel-answer.js';
import type { ChannelFormat } from '../../../clients/message-channels/channel-message.js';
import { AppError, badRequest, notFound } from '../../../core/errors/app-error.js';

const ADDRESSES: Readonly<Record<ChannelAddressRefusal, string>> = {
  no_address: 'url must be an http or https address without a user',
  no_topic: 'url must end with the topic: up to 64 letters, digits, underscores and dashes',
};

/** 400: what was typed is no address of this format. It is not repeated. */
export const channelAddressRefused = (refusal: ChannelAddressRefusal): AppError => badRequest(ADDRESSES[refusal]);

const TOKEN_WANTED = 'secret must be a token of visible ASCII characters without blanks';

/** What a secret has to be. */
const SECRETS: Readonly<Record<ChannelFormat, string>> = {
  json: 'secret must be a key in base64 of 24 to 64 bytes, with or without whsec_ before it',
  ntfy: `${TOKEN_WANTED}, or name:password`,
  gotify: TOKEN_WANTED,
  apprise: `${TOKEN_WANTED}, or name:password`,
};

/** 400: the secret is none for a channel of this format. It is not repeated. */
export const secretRefused = (format: ChannelFormat): AppError => badRequest(SECRETS[format]);

/** 400: the saved secret is for the server of before. */
export const secretRequired = (): AppError =>
  badRequest('url leads to another server: send secret too, or null for none');

/** 400: what a channel is stays. */
export const formatStays = (): AppError => badRequest('format can not be changed: add another channel');

/** 404: there is no such channel. */
export const channelNotFound = (): AppError => notFound('channel not found');

/** 409: there are as many channels as there may be. */
export const tooManyChannels = (most: number): AppError =>
  new AppError('too_many_channels', 409, `there can be at most ${most} channels: remove one first`);

const REFUSALS: Readonly<Record<ChannelRefusal, string>> = {
  not_allowed: 'the channel does not accept the secret: save the right one',
  not_found: 'there is no channel at the saved address: save the right one',
  nothing_behind: 'Apprise has no services saved under this address: save some there',
  not_all_reached: 'Apprise did not reach all of its services: look at its log',
  redirected: 'the address leads elsewhere, which is not followed: save its new address',
  other: 'the channel has refused the message',
};

/** Why a channel has no message, in words for administrators; nothing of its own words is in it. */
export function channelFailureWords(answer: Exclude<ChannelAnswer, { readonly kind: 'sent' }>): string {
  switch (answer.kind) {
    case 'limited':
      return `the channel takes no more messages for ${Math.ceil(answer.retryAfterMs / 1_000)} s`;
    case 'not_sent':
      return `the channel was not reached: ${answer.reason}`;
    case 'unconfirmed':
      return `nobody knows whether it arrived: ${answer.reason}`;
    case 'refused': {
      const words = REFUSALS[answer.refusal];
      return answer.refusal === 'other' ? `${words} with status ${answer.status}` : words;
    }
  }
}

/** 502: the channel has not taken a test, whatever its own status was. */
export function testNotSent(answer: Exclude<ChannelAnswer, { readonly kind: 'sent' }>): AppError {
  const headers: Readonly<Record<string, string>> =
    answer.kind === 'limited' ? { 'Retry-After': String(Math.ceil(answer.retryAfterMs / 1_000)) } : {};
  return new AppError('channel_test_not_sent', 502, channelFailureWords(answer), { headers });
}
