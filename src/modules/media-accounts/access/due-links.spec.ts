import { describe, expect, it } from 'vitest';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { ReviewedLink } from './access-review.service.js';
import { byWaiting, isDue } from './due-links.js';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

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
