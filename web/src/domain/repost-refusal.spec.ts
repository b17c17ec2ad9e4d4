import { describe, expect, it } from 'vitest';
import { eventNotPosted, notRepostable, postNotFound } from '../../../src/modules/notifications/chat/chat.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { repostRefusal } from './repost-refusal.js';

const failure = ({ status, safeText }: { readonly status: number; readonly safeText: string }) =>
  failureOf(status, new Headers(), { error: safeText });

describe('issue 24, web app: why a post isn’t posted again', () => {
  it.each([
    ['settled', notRepostable()],
    ['eventOff', eventNotPosted()],
    ['gone', postNotFound()],
  ])('%s', (refusal, error) => {
    expect(repostRefusal(failure(error))).toBe(refusal);
  });

  it('another failure is none of these', () => {
    for (const other of [failure({ status: 503, safeText: 'this event is not posted' }), noAnswer(), null])
      expect(repostRefusal(other)).toBeUndefined();
  });
});
