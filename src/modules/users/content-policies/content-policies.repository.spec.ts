import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { UserContentPolicyRow } from '../tables/people.entity.js';
import type { ContentPolicy } from './content-policies.repository.js';

const POLICY: ContentPolicy = {
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  ratingRegion: 'US',
  blockUnrated: true,
  blockedMovieGenres: [27, 53],
  blockedTvGenres: [],
};

describe('content policies', () => {
  let people: PeopleDatabase;
  let ana: number;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    ana = await people.person('ana');
  });

  afterEach(() => people.close());

  const policy = () => people.read((tx) => people.policies.of(tx, ana));
  const set = (change: Partial<ContentPolicy> = {}) =>
    people.write((tx) => people.policies.set(tx, ana, { ...POLICY, ...change }));

  it('doc3 §5.3: an account has none until it is given one, and is a kids account from then on', async () => {
    expect(await policy()).toBeNull();
    await set();
    expect(await policy()).toEqual(POLICY);
    expect(await people.read((tx) => people.policies.isKids(tx, ana))).toBe(true);
    const listed = await people.read((tx) => people.accounts.list(tx));
    expect(listed.filter(({ kids }) => kids).map(({ account }) => account.id)).toEqual([ana]);
  });

  it('another policy replaces the first', async () => {
    await set();
    await set({ maxMovieRating: 'G', blockedMovieGenres: [] });
    expect(await policy()).toEqual({ ...POLICY, maxMovieRating: 'G', blockedMovieGenres: [] });
  });

  it('those of several accounts are read together, without the accounts that have none', async () => {
    const ben = await people.person('ben');
    const both = () => people.read((tx) => people.policies.byIds(tx, [ana, ben]));
    expect(await both()).toEqual(new Map());
    await set();
    expect(await both()).toEqual(new Map([[ana, POLICY]]));
  });

  it('taking it away says whether there was one', async () => {
    await set();
    const remove = () => people.write((tx) => people.policies.remove(tx, ana));
    expect(await remove()).toBe(true);
    expect(await remove()).toBe(false);
    expect(await policy()).toBeNull();
  });

  it('goes with its account', async () => {
    await set();
    await people.write((tx) => people.accounts.remove(tx, ana));
    expect(await people.read((tx) => tx.count(UserContentPolicyRow))).toBe(0);
  });

  it.each(['', '27', '["27"]', '[27'])(
    'security 19: genres that read %j are 503, and the account stays a kids account',
    async (blockedTvGenres) => {
      await set();
      await people.write((tx) => tx.update(UserContentPolicyRow, { userId: ana }, { blockedTvGenres }));
      expect(await errorOf(policy())).toMatchObject({ status: 503 });
      expect(await errorOf(people.read((tx) => people.policies.byIds(tx, [ana])))).toMatchObject({ status: 503 });
      expect(await people.read((tx) => people.policies.isKids(tx, ana))).toBe(true);
    },
  );
});
