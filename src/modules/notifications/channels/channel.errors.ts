import type { ChannelAnswer } from '../../../clients/message-channels/channel-answer.js';
import type { ChannelFormat, FieldRule } from '../../../clients/message-channels/channel-format.js';
import { AppError, badRequest } from '../../../core/errors/app-error.js';
import { type Sentence } from '../../../core/errors/sentence.js';
import { sayFault } from '../notifications.sentences.js';

/** 400: a field isn't as the format of the channel wants it, by its rule. What was typed is not repeated. */
export const fieldRefused = (field: keyof ChannelFormat['fields'], { code, words }: FieldRule): AppError =>
  badRequest(code, `${field} ${words}`, { name: field });

/** 400: the saved secret is for the server of before. */
export const secretRequired = (): AppError =>
  badRequest('channel_secret_required', 'url leads to another server: send secret too, or null for none');

export const formatStays = (): AppError =>
  badRequest('channel_format_fixed', 'format can not be changed: add another channel');

export const channelNotFound = (): AppError => new AppError('notification_channel_not_found', 404, 'channel not found');

export const tooManyChannels = (most: number): AppError =>
  new AppError('too_many_channels', 409, `there can be at most ${most} channels: remove one first`, {
    params: { most },
  });

/** Why a channel has no message, in words for administrators; nothing of its own words is in it. */
export function channelFailureWords(answer: Exclude<ChannelAnswer, { readonly kind: 'sent' }>): Sentence {
  switch (answer.kind) {
    case 'limited':
      return sayFault('channel_limited', { seconds: Math.ceil(answer.retryAfterMs / 1_000) });
    case 'not_sent':
      return sayFault('channel_not_reached', { reason: answer.reason });
    case 'unconfirmed':
      return sayFault('channel_unconfirmed', { reason: answer.reason });
    case 'refused': {
      const { refusal, status } = answer;
      return refusal === 'other' ? sayFault('channel_message_refused', { status }) : sayFault(`channel_${refusal}`);
    }
  }
}

/** 502: the channel has not taken a test, whatever its own status was. */
export function testNotSent(answer: Exclude<ChannelAnswer, { readonly kind: 'sent' }>): AppError {
  const headers: Readonly<Record<string, string>> =
    answer.kind === 'limited' ? { 'Retry-After': String(Math.ceil(answer.retryAfterMs / 1_000)) } : {};
  const reason = channelFailureWords(answer);
  return new AppError('channel_test_not_sent', 502, reason.text, { params: { reason }, headers });
}
