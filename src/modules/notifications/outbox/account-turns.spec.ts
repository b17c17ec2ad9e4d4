import { describe, expect, it } from 'vitest';
import { AccountTurns } from './account-turns.js';
import type { CausedMessage } from './outbox.repository.js';

const ADA = 1;
const BEN = 2;
const NOBODY = null;

/** Sends everything that waits, and answers the order. */
function sendAll(messages: readonly CausedMessage[], turns = new AccountTurns()): readonly number[] {
  let left = [...messages];
  const sent: number[] = [];
  while (left.length > 0) {
    const oldest = [...new Set(left.map(({ actorId }) => actorId))].map(
      (actorId) => left.find((message) => message.actorId === actorId) as CausedMessage,
    );
    const { id } = turns.next('chat', oldest) as CausedMessage;
    sent.push(id);
    left = left.filter((message) => message.id !== id);
  }
  return sent;
}

const of = (actorId: number | null, ...ids: readonly number[]): readonly CausedMessage[] =>
  ids.map((id) => ({ id, actorId }));

describe('issue 43 B10: the messages of one destination go round between the accounts that caused them', () => {
  it('of one account are sent oldest first', () => {
    expect(sendAll(of(ADA, 1, 2, 3))).toEqual([1, 2, 3]);
  });

  it('of another account come next but one, however many wait before them', () => {
    const storm = Array.from({ length: 300 }, (_, index) => index + 1);
    expect(sendAll([...of(ADA, ...storm), ...of(BEN, 301, 302)]).slice(0, 5)).toEqual([1, 301, 2, 302, 3]);
  });

  it('that no account has caused take their turn like those of an account', () => {
    expect(sendAll([...of(ADA, 1, 2, 3), ...of(NOBODY, 4), ...of(BEN, 5)])).toEqual([1, 4, 5, 2, 3]);
  });

  it('of one destination don’t count at another', () => {
    const turns = new AccountTurns();
    turns.next('chat', of(ADA, 1));
    expect(turns.next('push', [...of(ADA, 2), ...of(BEN, 3)])?.id).toBe(2);
  });
});
