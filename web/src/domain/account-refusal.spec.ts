import { describe, expect, it } from 'vitest';
import { accountRefusal } from './account-refusal.js';
import { failureOf, noAnswer } from './failure.js';

describe('issue 22: what is refused about accounts and signing in is said in words', () => {
  it.each([
    [{ error: 'whatever it says', code: 'last_sign_in_method' }, 'lastWayIn'],
    [{ error: 'whatever it says', code: 'identity_known' }, 'knownBefore'],
    [{ error: 'whatever it says', code: 'wrong_current_password' }, 'wrongPassword'],
    [{ error: 'whatever it says', code: 'cannot_demote_last_admin' }, 'lastAdmin'],
    [{ error: 'something new', code: 'something_new' }, undefined],
    [{ error: 'toString', code: 'constructor' }, undefined],
    ['no JSON at all', undefined],
  ])('%j: %s', (body, word) => {
    expect(accountRefusal(failureOf(409, new Headers(), body))).toBe(word);
  });

  it('other failures have no sentence here', () => {
    expect([accountRefusal(noAnswer()), accountRefusal(new Error('current password is wrong'))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
