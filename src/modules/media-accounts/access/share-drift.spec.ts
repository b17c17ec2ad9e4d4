import { describe, expect, it } from 'vitest';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import type { RemoteAccount } from '../servers/media-server.js';
import type { ReviewedLink } from './access-review.service.js';
import { driftOf } from './share-drift.js';

const CONFIRMED = { access: 'on', libraries: ['a', 'b'], limits: null } as const;

const SEEN: RemoteAccount = {
  id: '7',
  name: 'nia',
  email: 'nia@example.org',
  isAdministrator: false,
  isDisabled: false,
  isPending: false,
  libraries: ['b', 'a'],
  limitsNow: null,
};

const LINK = {
  server: { serviceType: 'hub' } as MediaServerRecord,
  account: { confirmed: CONFIRMED } as unknown as MediaAccount,
  isPending: false,
  wanted: { access: 'on', libraries: ['a', 'b'], keepsLibraries: false, limits: null },
} satisfies Pick<ReviewedLink, 'server' | 'wanted' | 'isPending' | 'account'>;

const drift = (seen: Partial<RemoteAccount>, link: Partial<Parameters<typeof driftOf>[0]> = {}) =>
  driftOf({ ...LINK, ...link }, { ...SEEN, ...seen });

describe('issue 43 E29: what was read of a share, beside what was confirmed of it', () => {
  it.each<readonly [string, Partial<RemoteAccount>, RemoteAccount['libraries']]>([
    ['one library less', { libraries: ['a'] }, ['a']],
    ['one library more', { libraries: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
    ['all of them', { libraries: 'all' }, 'all'],
    ['none', { libraries: [] }, []],
  ])('%s is confirmed from now on, so that it differs', (_what, seen, libraries) => {
    expect(drift(seen)).toEqual({ ...CONFIRMED, libraries });
  });

  it.each<readonly [string, Partial<RemoteAccount>, Partial<Parameters<typeof driftOf>[0]>]>([
    ['the same in another order', {}, {}],
    ['libraries that can not be read', { libraries: null }, {}],
    ['an invitation that waits', { isPending: true, libraries: ['a'] }, {}],
    ['what is to be written already', { libraries: ['a'] }, { isPending: true }],
    ['a share that keeps its libraries', { libraries: ['a'] }, { wanted: { ...LINK.wanted, keepsLibraries: true } }],
    ['a share that is linked only', { libraries: ['a'] }, { wanted: { access: 'untouched' } }],
    [
      'an account of a server that has accounts of its own',
      { libraries: ['a'] },
      { server: { serviceType: 'video_server_a' } as MediaServerRecord },
    ],
  ])('%s changes nothing', (_what, seen, link) => {
    expect(drift(seen, link)).toBeNull();
  });
});
