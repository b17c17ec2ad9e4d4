import { describe, expect, it } from 'vitest';
import { type AppError, badRequest, refusalBody } from '../../../src/core/errors/app-error.js';
import {
  addressRefused,
  hostNotAllowed,
  nameRefused,
  testNotPosted,
  webhookRequired,
} from '../../../src/modules/notifications/chat/chat.errors.js';
import { chatFault, notPosted } from './chat-fault.js';
import { failureOf, noAnswer } from './failure.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

describe('issue 24, web app: what is wrong with the settings of the chat is said at its field', () => {
  it.each([
    [webhookRequired(), 'webhook', 'missing'],
    [addressRefused('no_address'), 'webhook', 'noWebhook'],
    [addressRefused('other_host'), 'webhook', 'otherHost'],
    [addressRefused('no_webhook'), 'webhook', 'noWebhook'],
    [hostNotAllowed(), 'webhook', 'hostGone'],
    [nameRefused(), 'username', 'username'],
    [badRequest('too_long', 'x', { name: 'username', most: 200 }), 'username', 'username'],
    [badRequest('not_a_chat_id', 'x', { name: 'thread_id' }), 'thread', 'thread'],
    [badRequest('not_a_chat_id', 'x', { name: 'role_id' }), 'role', 'role'],
    [badRequest('out_of_range', 'x', { name: 'stuck_days', least: 1, most: 365 }), 'stuckDays', 'stuckDays'],
    [badRequest('not_a_web_address', 'x', { name: 'avatar_url' }), 'avatar', 'avatar'],
  ])('%j: at %s', (error, at, name) => {
    expect(chatFault(failure(error))).toEqual({ at, name });
  });

  it('another refusal, a busy server and a lost network are no fault of a field', () => {
    const others = [
      failure(badRequest('not_a_flag', 'x', { name: 'events.x' })),
      failureOf(503, new Headers(), { error: 'x', code: 'too_long', params: { name: 'username' } }),
      noAnswer(),
      null,
    ];
    expect(others.map(chatFault)).toEqual(others.map(() => undefined));
  });

  it('why a test was not posted is a sentence of the server', () => {
    const refusal = testNotPosted({ kind: 'refused', refusal: 'webhook_gone', status: 404 });
    expect(notPosted(failure(refusal))).toMatchObject({ code: 'chat_webhook_gone' });
    for (const other of [failureOf(502, new Headers(), {}), failure(webhookRequired()), noAnswer(), null])
      expect(notPosted(other)).toBeUndefined();
  });
});
