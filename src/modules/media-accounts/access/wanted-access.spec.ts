import { describe, expect, it } from 'vitest';
import { type ConfirmedAccess, NOTHING_CONFIRMED } from '../accounts/media-accounts.repository.js';
import {
  type AccessFacts,
  confirmedBy,
  differs,
  isAsConfirmed,
  wantedAccess,
  type WantedAccess,
} from './wanted-access.js';

const LIMITS = { ratingRegion: 'US', maxMovieRating: 'PG', maxTvRating: 'TV-PG', blockUnrated: true };

const MANAGED: AccessFacts = {
  serverType: 'video_server_a',
  role: 'user',
  granted: true,
  manageAccess: true,
  isAdministrator: false,
  managesLibraries: true,
  instanceLibraryIds: [],
  policy: null,
  limits: null,
};

const ON = { access: 'on', libraries: 'all', keepsLibraries: false, limits: null } as const;
const OFF = { access: 'off' } as const;
const UNTOUCHED = { access: 'untouched' };

const wanted = (facts: Partial<AccessFacts>) => wantedAccess({ ...MANAGED, ...facts });

describe('what should be of an account on a media server', () => {
  it.each([
    ['a person who holds the server', {}, ON],
    ['a person who lost it', { granted: false }, OFF],
    ['an administrator with a grant', { role: 'admin' }, ON],
    ['an administrator without one', { role: 'admin', granted: false }, ON],
    ['somebody who is deleted', { role: null, granted: false }, OFF],
    ['somebody who is deleted, though a grant is left', { role: null, granted: true }, OFF],
  ] as const)('doc1 §3 management rules: managed, of %s', (_who, facts, expected) => {
    expect(wanted(facts)).toEqual(expected);
  });

  it.each([
    ['a person who holds the server', {}],
    ['a person who lost it', { granted: false }],
    ['somebody who is deleted', { role: null }],
    ['a kids account', { limits: LIMITS }],
  ] as const)('doc1 §3 management rules: linked only, of %s: nothing is ours to say', (_who, facts) => {
    expect(wanted({ ...facts, manageAccess: false })).toEqual(UNTOUCHED);
  });

  it.each([
    ['a person who holds the server', {}],
    ['a person who lost it', { granted: false }],
    ['somebody who is deleted', { role: null }],
    ['a kids account', { limits: LIMITS }],
  ] as const)('issue 21: managed, an administrator’s of the server, of %s: nothing is ever written', (_who, facts) => {
    expect(wanted({ ...facts, isAdministrator: true })).toEqual(UNTOUCHED);
  });

  it.each(['video_server_a', 'video_server_b', 'hub', 'audiobook_server'] as const)(
    'doc1 §2 library_ids: on %s those of the instance, and an empty list shares every library',
    (serverType) => {
      expect(wanted({ serverType, instanceLibraryIds: ['a', 'b'] })).toEqual({ ...ON, libraries: ['a', 'b'] });
      expect(wanted({ serverType, instanceLibraryIds: [] })).toEqual(ON);
    },
  );

  it.each([
    [{ mode: 'default', libraryIds: [] }, ['a']],
    [{ mode: 'all', libraryIds: [] }, 'all'],
    [{ mode: 'selected', libraryIds: ['c'] }, ['c']],
    [null, ['a']],
  ] as const)('doc1 §2 audiobook library policy: %o', (policy, libraries) => {
    const facts = { serverType: 'audiobook_server', instanceLibraryIds: ['a'], policy } as const;
    expect(wanted(facts)).toEqual({ ...ON, libraries });
  });

  it('a choice of libraries for one person counts on audiobook servers alone', () => {
    const policy = { mode: 'selected', libraryIds: ['c'] } as const;
    expect(wanted({ policy })).toEqual(ON);
  });

  it('doc1 §4 account rules: an account that was linked keeps its libraries until somebody edits them', () => {
    const facts = { managesLibraries: false, instanceLibraryIds: ['a'] };
    expect(wanted(facts)).toEqual({ ...ON, libraries: ['a'], keepsLibraries: true });
  });

  it('issue 21: a managed account of a kids account carries its limits', () => {
    expect(wanted({ limits: LIMITS })).toEqual({ ...ON, limits: LIMITS });
    expect(wanted({ limits: LIMITS, granted: false })).toEqual(OFF);
  });
});

const confirmed = (access: ConfirmedAccess['access'], rest: Partial<ConfirmedAccess> = {}): ConfirmedAccess => ({
  access,
  libraries: 'all',
  limits: null,
  ...rest,
});

describe('the difference between what should be and what a server has confirmed', () => {
  it.each<readonly [string, WantedAccess, ConfirmedAccess, boolean]>([
    ['linked only, though something was confirmed', { access: 'untouched' }, confirmed('on'), false],
    ['nothing was confirmed yet', ON, NOTHING_CONFIRMED, true],
    ['nothing was confirmed yet, and it should be off', OFF, NOTHING_CONFIRMED, true],
    ['it is on', ON, confirmed('on'), false],
    ['it is on and should be off', OFF, confirmed('on'), true],
    ['it is off', OFF, confirmed('off'), false],
    ['it is off, and so are limits that are wanted no more', OFF, confirmed('off', { limits: LIMITS }), false],
    ['it is off and should be on', ON, confirmed('off'), true],
    ['fewer libraries', { ...ON, libraries: ['a'] }, confirmed('on'), true],
    ['every library', ON, confirmed('on', { libraries: ['a'] }), true],
    [
      'the same libraries in another order',
      { ...ON, libraries: ['b', 'a'] },
      confirmed('on', { libraries: ['a', 'b'] }),
      false,
    ],
    ['no library in place of every one', { ...ON, libraries: [] }, confirmed('on'), true],
    [
      'libraries that the account keeps',
      { ...ON, libraries: ['a'], keepsLibraries: true },
      confirmed('on', { libraries: null }),
      false,
    ],
    ['libraries that were never written', ON, confirmed('on', { libraries: null }), true],
    ['limits that are new', { ...ON, limits: LIMITS }, confirmed('on'), true],
    [
      'limits that are others',
      { ...ON, limits: LIMITS },
      confirmed('on', { limits: { ...LIMITS, blockUnrated: false } }),
      true,
    ],
    ['limits that are lifted', ON, confirmed('on', { limits: LIMITS }), true],
    ['limits that hold', { ...ON, limits: LIMITS }, confirmed('on', { limits: LIMITS }), false],
  ])('%s', (_case, wanted, now, expected) => {
    expect(differs(wanted, now)).toBe(expected);
  });

  it.each<WantedAccess>([ON, OFF, { ...ON, libraries: ['a'], limits: LIMITS }, { ...ON, keepsLibraries: true }])(
    'is gone once the server has taken %o',
    (wanted) => {
      expect(differs(wanted, confirmedBy(wanted, NOTHING_CONFIRMED))).toBe(false);
    },
  );

  it.each<readonly [string, Extract<WantedAccess, { access: 'on' }>, ConfirmedAccess, boolean]>([
    [
      'the same',
      { ...ON, libraries: ['a'], limits: LIMITS },
      confirmed('on', { libraries: ['a'], limits: LIMITS }),
      true,
    ],
    ['the same, which came into doubt', ON, { ...confirmed('on'), access: null }, true],
    ['the same, and nothing is known of its libraries', ON, NOTHING_CONFIRMED, true],
    ['libraries that the account keeps', { ...ON, libraries: ['a'], keepsLibraries: true }, confirmed('on'), true],
    ['other libraries', { ...ON, libraries: ['a'] }, confirmed('on'), false],
    ['age limits, and nothing is known of it', { ...ON, limits: LIMITS }, NOTHING_CONFIRMED, false],
    ['age limits that are lifted', ON, confirmed('on', { limits: LIMITS }), false],
  ])('issue 21: what an invitation that waits carries: %s', (_case, wanted, before, expected) => {
    expect(isAsConfirmed(wanted, before)).toBe(expected);
  });

  it('issue 43 E29: nothing known of the libraries of an invitation stays unknown, and is compared once it is accepted', () => {
    const kept = confirmedBy(ON, NOTHING_CONFIRMED, true);
    expect(kept).toEqual({ access: 'on', libraries: null, limits: null });
    expect(differs(ON, kept, true)).toBe(false);
    expect(differs(ON, kept, false)).toBe(true);
    expect(confirmedBy(ON, confirmed(null, { libraries: ['a'] }), true)).toEqual(confirmed('on'));
    expect(differs({ ...ON, libraries: ['a'] }, confirmed('on'), true)).toBe(true);
  });

  it('what is off keeps what was confirmed of its libraries and limits', () => {
    const before = confirmed('on', { libraries: ['a'], limits: LIMITS });
    expect(confirmedBy(OFF, before)).toEqual({ ...before, access: 'off' });
  });
});
