import { describe, expect, it } from 'vitest';
import { mentionsBlocked } from '../../../src/modules/notifications/chat/chat.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { chatIdsIn, ownChatRefusal } from './own-chat.js';

describe('doc2 §2, personal chat notifications: the form of one’s own mentions', () => {
  it('ids are separated by blanks, commas or lines', () => {
    expect(chatIdsIn(' 1, 2;3\n\t4 ')).toEqual(['1', '2', '3', '4']);
    expect(chatIdsIn(' , ')).toEqual([]);
  });

  it.each(['server_disabled', 'mentions_disabled', 'disabled', 'no_chat_ids'] as const)('a test that is %s', (code) => {
    const { status, safeText, options } = mentionsBlocked(code);
    expect(ownChatRefusal(failureOf(status, new Headers(), { error: safeText, ...options.body }))).toBe(code);
  });

  it.each([
    'chat_ids must be an id of the chat service: up to 20 digits',
    'chat_ids must be a list of at most 10 ids as texts of digits',
  ])('%s', (error) => {
    expect(ownChatRefusal(failureOf(400, new Headers(), { error }))).toBe('ids');
  });

  it('anything else is no refusal of these', () => {
    const others = [
      failureOf(409, new Headers(), { error: 'x', code: 'y' }),
      failureOf(400, new Headers(), {}),
      noAnswer(),
      null,
    ];
    expect(others.map(ownChatRefusal)).toEqual(others.map(() => undefined));
  });
});
