import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamErrorDetails } from '../../../core/errors/upstream-error.js';
import type { ConfirmedAccess, MediaAccount } from '../accounts/media-accounts.repository.js';
import type { RemoteAccount } from '../servers/media-server.js';
import type { ReviewedLink } from './access-review.service.js';
import { afterAttempt, type AttemptOutcome, byWaiting, isDue, isServerDown, type LinkAfter } from './link-attempts.js';
import type { WantedAccess } from './wanted-access.js';

const NOW = Date.UTC(2026, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const link = (fields: Partial<MediaAccount>, isPending = true): ReviewedLink =>
  ({
    account: { id: 1, manageAccess: true, isAdministrator: false, nextAttemptAt: null, leaseUntil: null, ...fields },
    isPending,
  }) as ReviewedLink;

describe('the links that are to be worked on', () => {
  it.each<readonly [string, ReviewedLink, boolean]>([
    ['nothing differs', link({}, false), false],
    ['nothing differs, and it is time', link({ nextAttemptAt: NOW }, false), false],
    ['it differs', link({}), true],
    ['it differs, and was tried a moment ago', link({ nextAttemptAt: NOW + 1 }), false],
    ['it is time to try again', link({ nextAttemptAt: NOW }), true],
    [
      'it waits longer than any try does, since the clock was set back',
      link({ nextAttemptAt: NOW + 90 * MINUTE }),
      true,
    ],
    ['somebody works on it', link({ leaseUntil: NOW + 1 }), false],
    ['who worked on it has been killed', link({ leaseUntil: NOW }), true],
    ['an administrator’s, that is to be looked at', link({ isAdministrator: true }, false), true],
    ['an administrator’s, that was looked at', link({ isAdministrator: true, nextAttemptAt: NOW + 1 }, false), false],
    ['an administrator’s, linked only', link({ isAdministrator: true, manageAccess: false }, false), false],
  ])('%s', (_case, given, expected) => {
    expect(isDue(given, NOW)).toBe(expected);
  });

  it('come in turn: those that were never tried, then those that have waited longest', () => {
    const waiting = [
      link({ id: 1, nextAttemptAt: NOW }),
      link({ id: 2, nextAttemptAt: NOW - 1 }),
      link({ id: 4 }),
      link({ id: 3 }),
    ];
    expect(waiting.sort(byWaiting).map(({ account }) => account.id)).toEqual([3, 4, 2, 1]);
  });
});

const LIMITS = { ratingRegion: 'US', maxMovieRating: 'PG', maxTvRating: 'TV-PG', blockUnrated: true };
const ON: WantedAccess = { access: 'on', libraries: ['a'], keepsLibraries: false, limits: null };
const OFF: WantedAccess = { access: 'off' };
const CONFIRMED: ConfirmedAccess = { access: null, libraries: ['b'], limits: LIMITS };
const SEEN = { id: 'remote-1', isAdministrator: false } as RemoteAccount;
const DONE = { outcome: 'done', account: SEEN, limitsBefore: null } as const;

const fault = (details: Partial<UpstreamErrorDetails>): AttemptOutcome => ({
  outcome: 'unknown',
  error: new UpstreamError({
    system: 'jellyfin',
    operation: 'user.policy',
    kind: 'unreachable',
    definitelyNotSent: false,
    reason: foreignWords('no answer'),
    ...details,
  }),
});

const after = (wanted: WantedAccess, outcome: AttemptOutcome, account: Partial<MediaAccount> = {}): LinkAfter => {
  const link = { id: 1, userId: 7, attempts: 0, confirmed: CONFIRMED, limitsBefore: 'before', ...account };
  return afterAttempt({ account: link as MediaAccount, wanted }, outcome, NOW);
};

const ENDED = { attempts: 0, nextAttemptAt: null, lastError: null, leaseToken: null, leaseUntil: null };

describe('what a try leaves behind', () => {
  it('once it is on, all of it is confirmed', () => {
    const confirmed = { access: 'on', libraries: ['a'], limits: null };
    expect(after(ON, DONE)).toEqual({ keep: true, seen: SEEN, change: { ...ENDED, confirmed, limitsBefore: null } });
  });

  it('once it is off, what stood before the limits is kept, for they are still on the account', () => {
    const confirmed = { ...CONFIRMED, access: 'off' };
    expect(after(OFF, DONE)).toMatchObject({ change: { ...ENDED, confirmed, limitsBefore: 'before' } });
  });

  it('a share that is ended can not be used', () => {
    expect(after(OFF, { ...DONE, account: null })).toMatchObject({ seen: null, change: { isDisabled: true } });
  });

  it.each<readonly [string, AttemptOutcome]>([
    ['it is off', DONE],
    ['it is gone', { outcome: 'gone' }],
    ['it is an administrator’s', { outcome: 'administrator' }],
  ])('of a deleted person nothing, once %s', (_case, outcome) => {
    expect(after(OFF, outcome, { userId: null })).toEqual({ keep: false });
  });

  it('of a deleted person whose account could not be switched off, everything', () => {
    expect(after(OFF, fault({}), { userId: null })).toMatchObject({ keep: true, change: { attempts: 1 } });
  });

  it('an account that is gone is off, and can not be switched on', () => {
    expect(after(OFF, { outcome: 'gone' })).toMatchObject({ change: { ...ENDED, confirmed: { access: 'off' } } });
    const missing = after(ON, { outcome: 'gone' });
    expect(missing).toMatchObject({
      change: { attempts: 1, lastError: { text: 'the server has this account no more' } },
    });
    expect(missing).not.toHaveProperty('change.confirmed');
  });

  it('issue 21: an administrator’s account is looked at again after an hour', () => {
    const change = {
      attempts: 0,
      nextAttemptAt: NOW + 60 * MINUTE,
      lastError: { text: expect.stringContaining('administrator') },
    };
    expect(after(OFF, { outcome: 'administrator' })).toMatchObject({ change: { ...change, isAdministrator: true } });
    const seen: AttemptOutcome = { outcome: 'seen', account: { ...SEEN, isAdministrator: true } };
    expect(after({ access: 'untouched' }, seen)).toMatchObject({ change });
    const another: AttemptOutcome = { outcome: 'seen', account: SEEN };
    expect(after({ access: 'untouched' }, another)).toMatchObject({ seen: SEEN, change: ENDED });
  });

  it('issue 21: an account that can not be given its limits is off, and says why', () => {
    const reason = foreignWords('no such rating');
    const closed: AttemptOutcome = { outcome: 'closed', account: SEEN, reason };
    expect(after(ON, closed)).toMatchObject({
      change: { attempts: 1, lastError: reason, confirmed: { access: 'off' }, nextAttemptAt: NOW + MINUTE },
    });
  });

  it('a failure says why, in plain words, and what was confirmed stays in doubt', () => {
    const failed = after(OFF, fault({ reason: foreignWords('could not reach server: connection refused') }));
    const lastError = { text: 'the server could not be asked: could not reach server: connection refused' };
    expect(failed).toMatchObject({ change: { attempts: 1, lastError, leaseToken: null, leaseUntil: null } });
    expect(failed).not.toHaveProperty('change.confirmed');
    expect(after(OFF, { outcome: 'refused', code: 'rejected', reason: foreignWords('no') })).toMatchObject({
      change: { lastError: { code: 'account_not_changed', text: 'it could not be changed: no' } },
    });
  });
});

describe('when a link is tried again', () => {
  const waitOf = (outcome: AttemptOutcome, attempts: number): number => {
    const { change } = after(ON, outcome, { attempts: attempts - 1 }) as Extract<LinkAfter, { keep: true }>;
    return (change.nextAttemptAt ?? 0) - NOW;
  };

  it('issue 21: a server that is down is asked at least every 30 s, so that its queue is through after 60 s', () => {
    expect([1, 2, 3, 4, 2000].map((attempts) => waitOf(fault({}), attempts) / SECOND)).toEqual([5, 10, 20, 30, 30]);
  });

  it('a server that asks for a longer wait gets it, an hour at most', () => {
    const limited = (retryAfterMs: number) => fault({ kind: 'rate_limited', retryAfterMs });
    expect(waitOf(limited(5 * MINUTE), 1)).toBe(5 * MINUTE);
    expect(waitOf(limited(90 * MINUTE), 1)).toBe(60 * MINUTE);
  });

  it.each<readonly [string, AttemptOutcome]>([
    ['is refused', { outcome: 'refused', code: 'rejected', reason: foreignWords('no') }],
    ['is gone', { outcome: 'gone' }],
    ['was taken and not made', fault({ kind: 'failed' })],
  ])('what %s waits longer each time, an hour at most', (_case, outcome) => {
    expect([1, 2, 3, 2000].map((attempts) => waitOf(outcome, attempts) / MINUTE)).toEqual([1, 2, 4, 60]);
  });

  it.each<readonly [AttemptOutcome, boolean]>([
    [fault({ kind: 'unreachable' }), true],
    [fault({ kind: 'timeout' }), true],
    [fault({ kind: 'unauthorized', status: 401 }), true],
    [fault({ kind: 'rate_limited', status: 429 }), true],
    [fault({ kind: 'redirected', status: 302 }), true],
    [fault({ kind: 'failed', status: 503 }), true],
    [fault({ kind: 'failed' }), false],
    [fault({ kind: 'malformed' }), false],
    [{ outcome: 'refused', code: 'rejected', reason: foreignWords('no') }, false],
    [DONE, false],
  ])('%o: is the whole server out of order?', (outcome, expected) => {
    expect(isServerDown(outcome)).toBe(expected);
  });
});
