import { describe, expect, it } from 'vitest';
import { type AppError, refusalBody } from '../../../src/core/errors/app-error.js';
import { eventNotPosted, notRepostable, postNotFound } from '../../../src/modules/notifications/chat/chat.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { repostRefusal } from './repost-refusal.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

describe('issue 24, web app: why a post isn’t posted again', () => {
  it.each([
    ['settled', notRepostable()],
    ['eventOff', eventNotPosted()],
    ['gone', postNotFound()],
  ])('%s', (refusal, error) => {
    expect(repostRefusal(failure(error))).toBe(refusal);
  });

  it('another failure is none of these', () => {
    for (const other of [
      failureOf(503, new Headers(), { error: 'x', code: 'chat_event_not_posted' }),
      noAnswer(),
      null,
    ])
      expect(repostRefusal(other)).toBeUndefined();
  });
});
