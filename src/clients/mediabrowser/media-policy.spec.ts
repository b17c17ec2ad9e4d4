import { describe, expect, it } from 'vitest';
import { dashed, guidOf } from './server-answers.js';
import { changedRecord, type MediaPolicy, type PolicyChange, readPolicy, satisfies } from './media-policy.js';

const IDS = { read: guidOf, write: dashed };
const [MOVIES, SHOWS] = ['f137a2dd21bb41b99aa5c0f6bf02a805', 'a656b907eb3a73532e40e44b968d0225'];
const LEAST = { IsAdministrator: false, IsDisabled: false, EnableAllFolders: false };
const BY_HAND = {
  MaxActiveSessions: 3,
  AccessSchedules: [{ DayOfWeek: 'Monday' }],
  OfAnotherVersion: { deep: [1, null] },
};

const read = (record: unknown): MediaPolicy | undefined => readPolicy(record, IDS)?.policy;
const written = (record: unknown, change: PolicyChange): Record<string, unknown> => {
  const policy = readPolicy(record, IDS);
  if (!policy) throw new Error('the policy can not be read');
  return changedRecord(policy.record, change, IDS);
};

describe('a policy', () => {
  it('is read with what it lacks as none', () => {
    const limits = { maxRating: null, blockUnrated: [] };
    const policy = { administrator: false, disabled: false, allLibraries: false, libraryIds: [], limits };
    expect(read(LEAST)).toEqual(policy);
    expect(read({ ...LEAST, EnabledFolders: null, MaxParentalRating: null, BlockUnratedItems: null })).toEqual(policy);
  });

  it('is read with its libraries and limits', () => {
    const limited = { EnabledFolders: [dashed(MOVIES), SHOWS], MaxParentalRating: 13, BlockUnratedItems: ['Movie'] };
    expect(read({ ...LEAST, ...limited })).toMatchObject({
      libraryIds: [MOVIES, SHOWS],
      limits: { maxRating: { score: 13, subScore: null }, blockUnrated: ['Movie'] },
    });
    const scored = { ...LEAST, MaxParentalRating: 14, MaxParentalSubRating: 1 };
    expect(read(scored)?.limits.maxRating).toEqual({ score: 14, subScore: 1 });
  });

  it.each([
    ['it is none', null],
    ['it is a list', []],
    ['it is a text', 'administrator'],
    ['it says nothing of administration', { IsDisabled: false, EnableAllFolders: true }],
    ['it says nothing of being disabled', { IsAdministrator: false, EnableAllFolders: true }],
    ['it says nothing of all libraries', { IsAdministrator: false, IsDisabled: false }],
    ['administration is a text', { ...LEAST, IsAdministrator: 'false' }],
    ['being disabled is a number', { ...LEAST, IsDisabled: 0 }],
    ['libraries are no list', { ...LEAST, EnabledFolders: MOVIES }],
    ['a library is a number', { ...LEAST, EnabledFolders: [3] }],
    ['the cap is a text', { ...LEAST, MaxParentalRating: '13' }],
    ['the cap is no whole number', { ...LEAST, MaxParentalRating: 13.5 }],
    ['the sub-cap is a text', { ...LEAST, MaxParentalRating: 13, MaxParentalSubRating: '1' }],
    ['unrated kinds are a text', { ...LEAST, BlockUnratedItems: 'Movie' }],
  ])('security 34: says nothing where %s', (_, record) => {
    expect(read(record)).toBeUndefined();
  });

  it('issue 21: goes back whole, with all that an administrator has set by hand', () => {
    const change = { disabled: true, libraries: [MOVIES], limits: { maxRating: null, blockUnrated: [] } };
    expect(written({ ...LEAST, ...BY_HAND }, change)).toEqual({
      ...LEAST,
      ...BY_HAND,
      IsDisabled: true,
      EnabledFolders: [dashed(MOVIES)],
      MaxParentalRating: null,
      BlockUnratedItems: [],
    });
    expect(written({ ...LEAST, ...BY_HAND }, {})).toEqual({ ...LEAST, ...BY_HAND });
  });

  it('keeps the list of libraries while it is open to all of them', () => {
    const record = { ...LEAST, EnabledFolders: [dashed(SHOWS)] };
    expect(written(record, { libraries: 'all' })).toEqual({ ...record, EnableAllFolders: true });
  });

  it('issue 21: a cap leaves no sub-rating of another one behind', () => {
    const record = { ...LEAST, MaxParentalRating: 17, MaxParentalSubRating: 1 };
    const capped = written(record, { limits: { maxRating: { score: 13, subScore: null }, blockUnrated: ['Movie'] } });
    expect(capped).toEqual({ ...LEAST, MaxParentalRating: 13, BlockUnratedItems: ['Movie'] });
    const limits = { maxRating: { score: 14, subScore: 0 }, blockUnrated: [] };
    expect(written(record, { limits })).toMatchObject({ MaxParentalRating: 14, MaxParentalSubRating: 0 });
  });

  const limits = { maxRating: { score: 14, subScore: 1 }, blockUnrated: ['Movie', 'Series'] };
  const policy: MediaPolicy = {
    administrator: false,
    disabled: true,
    allLibraries: false,
    libraryIds: [MOVIES, SHOWS],
    limits,
  };

  it.each<readonly [string, PolicyChange]>([
    ['nothing', {}],
    ['what it is', { disabled: true, libraries: [SHOWS, MOVIES, SHOWS], limits }],
    ['the same kinds in another order', { limits: { ...limits, blockUnrated: ['Series', 'Movie'] } }],
  ])('satisfies a change to %s', (_, change) => {
    expect(satisfies(policy, change)).toBe(true);
  });

  it.each<readonly [string, PolicyChange]>([
    ['enabled', { disabled: false }],
    ['all libraries', { libraries: 'all' }],
    ['fewer libraries', { libraries: [MOVIES] }],
    ['more libraries', { libraries: [MOVIES, SHOWS, 'b'.repeat(32)] }],
    ['no library', { libraries: [] }],
    ['no cap', { limits: { ...limits, maxRating: null } }],
    ['a lower cap', { limits: { ...limits, maxRating: { score: 13, subScore: 1 } } }],
    ['a lower sub-cap', { limits: { ...limits, maxRating: { score: 14, subScore: 0 } } }],
    ['a cap without a sub-cap', { limits: { ...limits, maxRating: { score: 14, subScore: null } } }],
    ['fewer unrated kinds', { limits: { ...limits, blockUnrated: ['Movie'] } }],
  ])('doesn’t satisfy a change to %s', (_, change) => {
    expect(satisfies(policy, change)).toBe(false);
  });

  it('that is open to all libraries satisfies no list, not even of the same ones', () => {
    expect(satisfies({ ...policy, allLibraries: true }, { libraries: [MOVIES, SHOWS] })).toBe(false);
    expect(satisfies({ ...policy, allLibraries: true }, { libraries: 'all' })).toBe(true);
  });
});
