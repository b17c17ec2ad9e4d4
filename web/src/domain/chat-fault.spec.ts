import { describe, expect, it } from 'vitest';
import {
  addressRefused,
  hostNotAllowed,
  nameRefused,
  testNotPosted,
  webhookRequired,
} from '../../../src/modules/notifications/chat/chat.errors.js';
import { chatFault, notPosted } from './chat-fault.js';
import { failureOf, noAnswer } from './failure.js';

const failure = (error: string, status = 400) => failureOf(status, new Headers(), { error });

describe('issue 24, web app: what is wrong with the settings of the chat is said at its field', () => {
  it.each([
    [webhookRequired().safeText, 'webhook', 'missing'],
    [addressRefused('no_address').safeText, 'webhook', 'noWebhook'],
    [addressRefused('other_host').safeText, 'webhook', 'otherHost'],
    [addressRefused('no_webhook').safeText, 'webhook', 'noWebhook'],
    [hostNotAllowed().safeText, 'webhook', 'hostGone'],
    [nameRefused().safeText, 'username', 'username'],
    ['username must be a text of at most 200 characters', 'username', 'username'],
    ['thread_id must be an id of the chat service: up to 20 digits', 'thread', 'thread'],
    ['role_id must be an id of the chat service: up to 20 digits', 'role', 'role'],
    ['stuck_days must be a whole number from 1 to 365', 'stuckDays', 'stuckDays'],
    ['avatar_url must be an http or https address without a user', 'avatar', 'avatar'],
  ])('%s: at %s', (error, at, name) => {
    expect(chatFault(failure(error))).toEqual({ at, name });
  });

  it('another refusal, a busy server and a lost network are no fault of a field', () => {
    for (const other of [failure('events.x must be true or false'), failure('username must', 503), noAnswer(), null])
      expect(chatFault(other)).toBeUndefined();
  });

  it('why a test was not posted is the server’s sentence', () => {
    const { status, safeText } = testNotPosted({ kind: 'refused', refusal: 'webhook_gone', status: 404 });
    expect(notPosted(failure(safeText, status))).toBe(safeText);
    for (const other of [failure('', 502), failure(safeText, 400), noAnswer(), null])
      expect(notPosted(other)).toBeUndefined();
  });
});
