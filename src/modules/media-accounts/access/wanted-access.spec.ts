import { describe, expect, it } from 'vitest';
import type { AgeLimits } from '../servers/ranked-limits.js';
import { type AccessFacts, wantedAccess } from './wanted-access.js';

const LIMITS: AgeLimits = { ratingRegion: 'US', maxMovieRating: 'PG', maxTvRating: 'TV-PG', blockUnrated: true };

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

const ON = { access: 'on', libraries: 'all', keepsLibraries: false, limits: null };
const OFF = { access: 'off' };
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
