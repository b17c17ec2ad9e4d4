import { describe, expect, it } from 'vitest';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import type { RankedLimits, RemoteAccount } from '../servers/media-server.js';
import { driftOf, type SharedLink } from './share-drift.js';

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
} satisfies SharedLink;

const drift = (seen: Partial<RemoteAccount>, link: Partial<SharedLink> = {}, ranked: RankedLimits | null = null) =>
  driftOf({ ...LINK, ...link }, { ...SEEN, ...seen }, ranked);

const LIMITS = { ratingRegion: 'US', maxMovieRating: 'PG', maxTvRating: 'TV-Y', blockUnrated: true };
const RANKED: RankedLimits = { ...LIMITS, movieRatings: ['G', 'PG'], tvRatings: ['TV-Y'] };

const filters = (filterMovies: string, filterTelevision: string): string =>
  JSON.stringify({ filterMovies, filterTelevision });

/** The filters that keep the limits, where none were there before. */
const KEPT = filters('contentRating=G%2CPG', 'contentRating=TV-Y');

const CHILD: Partial<SharedLink> = {
  account: {
    confirmed: { ...CONFIRMED, limits: LIMITS },
    limitsBefore: filters('', ''),
  } as unknown as MediaAccount,
  wanted: { ...LINK.wanted, limits: LIMITS },
};

describe('issue 43 E29: what was read of a share, beside what was confirmed of it', () => {
  it.each<readonly [string, Partial<RemoteAccount>, RemoteAccount['libraries']]>([
    ['one library less', { libraries: ['a'] }, ['a']],
    ['one library more', { libraries: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
    ['all of them', { libraries: 'all' }, 'all'],
    ['none', { libraries: [] }, []],
  ])('%s is confirmed from now on, so that it differs', (_what, seen, libraries) => {
    expect(drift(seen)).toEqual({ ...CONFIRMED, libraries });
  });

  it.each<readonly [string, Partial<RemoteAccount>, Partial<SharedLink>]>([
    ['the same in another order', {}, {}],
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

  it('libraries that can not be read are neither the same nor others: they come into doubt', () => {
    expect(drift({ libraries: null })).toEqual({ ...CONFIRMED, access: null });
  });

  describe('of a child, whose age limits are filters there', () => {
    it.each<readonly [string, RemoteAccount['limitsNow'], Partial<SharedLink>]>([
      ['as they were written', KEPT, {}],
      [
        'as they were written beside a stricter one of the owner',
        filters('contentRating=G|label=Quiet', 'contentRating=TV-Y'),
        { account: { ...CHILD.account, limitsBefore: filters('contentRating=G|label=Quiet', '') } as MediaAccount },
      ],
    ])('filters %s change nothing', (_what, limitsNow, link) => {
      expect(drift({ limitsNow }, { ...CHILD, ...link }, RANKED)).toBeNull();
    });

    it.each<readonly [string, string]>([
      ['for films that is empty', filters('', 'contentRating=TV-Y')],
      ['for series that is empty', filters('contentRating=G%2CPG', '')],
      ['with one rating more', filters('contentRating=G%2CPG%2CR', 'contentRating=TV-Y')],
      ['that judges by something else', filters('label=Family', 'contentRating=TV-Y')],
    ])('a filter %s is no limit any more, so that it differs', (_what, limitsNow) => {
      expect(drift({ limitsNow }, CHILD, RANKED)).toEqual({ ...CONFIRMED, limits: null });
    });

    it('a filter that was changed is seen on a share that keeps its libraries, too', () => {
      const wanted = { ...LINK.wanted, limits: LIMITS, keepsLibraries: true };
      const kept = { ...CHILD, wanted };
      expect(drift({ limitsNow: filters('', ''), libraries: null }, kept, RANKED)).toEqual({
        ...CONFIRMED,
        limits: null,
      });
    });

    it.each<readonly [string, RemoteAccount['limitsNow'], RankedLimits | null]>([
      ['that can not be read', null, RANKED],
      ['that can not be read, nor ranked', null, null],
      ['of which nothing could be named', KEPT, { ...RANKED, tvRatings: [] }],
    ])('filters %s come into doubt', (_what, limitsNow, ranked) => {
      expect(drift({ limitsNow }, CHILD, ranked)).toEqual({ ...CONFIRMED, access: null, limits: LIMITS });
    });

    it('filters are not compared while the ratings within the limits are not at hand', () => {
      expect(drift({ limitsNow: filters('', '') }, CHILD, null)).toBeNull();
    });
  });

  it('filters of a share without age limits are its owner’s', () => {
    expect(drift({ limitsNow: filters('label=Family', '') }, {}, RANKED)).toBeNull();
  });
});
