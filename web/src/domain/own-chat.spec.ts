import { describe, expect, it } from 'vitest';
import { refusalBody } from '../../../src/core/errors/app-error.js';
import { mentionsBlocked } from '../../../src/modules/notifications/chat/chat.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { chatIdsIn, ownChatRefusal } from './own-chat.js';

describe('doc2 §2, personal chat notifications: the form of one’s own mentions', () => {
  it('ids are separated by blanks, commas or lines', () => {
    expect(chatIdsIn(' 1, 2;3\n\t4 ')).toEqual(['1', '2', '3', '4']);
    expect(chatIdsIn(' , ')).toEqual([]);
  });

  it.each(['server_disabled', 'mentions_disabled', 'disabled', 'no_chat_ids'] as const)('a test that is %s', (code) => {
    const refusal = mentionsBlocked(code);
    expect(ownChatRefusal(failureOf(refusal.status, new Headers(), refusalBody(refusal)))).toBe(code);
  });

  it.each(['not_a_chat_id', 'not_a_list', 'not_a_text'])('ids that are refused with %s', (code) => {
    const body = { error: 'x', code, params: { name: 'chat_ids' } };
    expect(ownChatRefusal(failureOf(400, new Headers(), body))).toBe('ids');
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
