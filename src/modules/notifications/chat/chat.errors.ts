import type { AddressRefusal } from '../../../clients/discord/webhook-address.js';
import type { PostAnswer } from '../../../clients/discord/discord-webhook.client.js';
import { AppError, badRequest } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { sayFault } from '../notifications.sentences.js';

const ADDRESS_REFUSALS: Readonly<Record<AddressRefusal, readonly [code: string, text: string]>> = {
  no_address: [
    'chat_address_invalid',
    'webhook_url must be the https address of an incoming webhook, as the chat service shows it',
  ],
  other_host: ['chat_address_elsewhere', 'webhook_url must lead to the chat service'],
  no_webhook: [
    'chat_address_incomplete',
    'webhook_url must end with the id and the token of a webhook, and nothing behind them',
  ],
};

/** 400: what was typed is no address of a webhook. It is not repeated. */
export const addressRefused = (refusal: AddressRefusal): AppError => badRequest(...ADDRESS_REFUSALS[refusal]);

export const postNotFound = (): AppError => new AppError('chat_post_not_found', 404, 'post not found');

/** 409: a post that stands in the chat, waits, or was cancelled isn't posted again. */
export const notRepostable = (): AppError =>
  new AppError('chat_post_not_repostable', 409, 'only a post that failed or is unconfirmed can be posted again');

export const eventNotPosted = (): AppError =>
  new AppError('chat_event_not_posted', 409, 'this event is not posted at the moment: turn it on first');

export const webhookRequired = (): AppError =>
  badRequest('required', 'webhook_url is required', { name: 'webhook_url' });

export const hostNotAllowed = (): AppError =>
  new AppError('chat_host_not_allowed', 400, 'the saved webhook leads to a host that CHAT_HOSTS does not allow');

export const nameRefused = (): AppError =>
  badRequest(
    'chat_name_not_allowed',
    'username must have 1 to 80 characters, and the chat service does not allow this one',
  );

export const eventNotAllowed = (event: string): AppError =>
  badRequest('event_for_administrators', `${event} is for administrators`, { event });

/** Why nobody can be mentioned for an account, whatever it chooses. */
export type BlockedReason = 'server_disabled' | 'mentions_disabled' | 'no_chat_ids';

const BLOCKED_TEXTS: Readonly<Record<BlockedReason | 'disabled', string>> = {
  server_disabled: 'chat notifications are switched off on this server',
  mentions_disabled: 'mentions are switched off on this server',
  disabled: 'switch your chat notifications on and save first',
  no_chat_ids: 'save a chat id first',
};

export const mentionsBlocked = (code: BlockedReason | 'disabled'): AppError =>
  new AppError(code, 409, BLOCKED_TEXTS[code]);

/** Why a post does not stand in the chat, in words for administrators; nothing of the service's own words is in it. */
export function failureWords(answer: Exclude<PostAnswer, { readonly kind: 'sent' }>): Sentence {
  switch (answer.kind) {
    case 'limited':
      return sayFault('chat_limited', { seconds: Math.ceil(answer.retryAfterMs / 1_000) });
    case 'not_sent':
      return sayFault('chat_not_reached', { reason: answer.reason });
    case 'unconfirmed':
      return sayFault('chat_unconfirmed', { reason: answer.reason });
    case 'refused': {
      const { refusal, status } = answer;
      return refusal === 'post_refused' ? sayFault('chat_post_refused', { status }) : sayFault(`chat_${refusal}`);
    }
  }
}

/** 502: the chat service has not taken a test, whatever its own status was. */
export function testNotPosted(answer: Exclude<PostAnswer, { readonly kind: 'sent' }>): AppError {
  const headers: Readonly<Record<string, string>> =
    answer.kind === 'limited' ? { 'Retry-After': String(Math.ceil(answer.retryAfterMs / 1_000)) } : {};
  const reason = failureWords(answer);
  return new AppError('chat_test_not_posted', 502, reason.text, { params: { reason }, headers });
}
