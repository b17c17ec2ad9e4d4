import type { ChannelAnswer, ChannelRefusal } from '../../../clients/message-channels/channel-answer.js';
import type { ChannelFormat } from '../../../clients/message-channels/channel-format.js';
import { AppError, badRequest, notFound } from '../../../core/errors/app-error.js';

/** 400: a field isn't as the format of the channel wants it, by its rule. What was typed is not repeated. */
export const fieldRefused = (field: keyof ChannelFormat['fields'], rule: string): AppError =>
  badRequest(`${field} ${rule}`);

/** 400: the saved secret is for the server of before. */
export const secretRequired = (): AppError =>
  badRequest('url leads to another server: send secret too, or null for none');

export const formatStays = (): AppError => badRequest('format can not be changed: add another channel');

export const channelNotFound = (): AppError => notFound('channel not found');

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
      return `the channel was not reached: ${answer.reason.text}`;
    case 'unconfirmed':
      return `nobody knows whether it arrived: ${answer.reason.text}`;
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
