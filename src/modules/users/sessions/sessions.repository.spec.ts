import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { UserContentPolicyRow } from '../tables/people.entity.js';
import { RefreshTokenRow } from '../tables/sign-in.entity.js';

describe('the rows of session tokens', () => {
  let people: PeopleDatabase;
  let owner: { userId: number; deviceId: string };

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const userId = await people.person('ruth', 'admin');
    const deviceId = await people.write((tx) => people.devices.bind(tx, userId, { name: 'Phone', hardwareId: '' }));
    owner = { userId, deviceId };
  });

  afterEach(() => people.close());

  const token = (tokenHash: string, expiresAt: number) => ({ ...owner, tokenHash, createdAt: 1, expiresAt });

  it('an access token is judged by itself, its device and its account, read together', async () => {
    await people.write((tx) => people.sessions.addAccess(tx, token('a', 1_900_000_000_000)));

    expect(await people.read((tx) => people.sessions.accessFacts(tx, 'a'))).toEqual({
      ...owner,
      username: 'ruth',
      role: 'admin',
      kids: false,
      expiresAt: 1_900_000_000_000,
      deviceRevokedAt: null,
    });
    expect(await people.read((tx) => people.sessions.accessFacts(tx, 'b'))).toBeNull();
  });

  it('doc3 §1.10: an account with a content policy is a kids account, wherever its sessions are judged', async () => {
    await people.write(async (tx) => {
      await people.sessions.addAccess(tx, token('a', 1_900_000_000_000));
      await tx.insert(UserContentPolicyRow, {
        userId: owner.userId,
        maxMovieRating: '',
        maxTvRating: '',
        ratingRegion: '',
        blockUnrated: false,
        blockedMovieGenres: 'not to be read',
        blockedTvGenres: '',
      });
    });
    expect(await people.read((tx) => people.sessions.accessFacts(tx, 'a'))).toMatchObject({ kids: true });
    const owners = await people.read((tx) => people.sessions.ownersOf(tx, [owner.deviceId]));
    expect(owners.get(owner.deviceId)).toMatchObject({ kids: true });
  });

  it('security 11: access and refresh tokens are never found in each other’s place', async () => {
    await people.write(async (tx) => {
      await people.sessions.addAccess(tx, token('access', 5));
      await people.sessions.addRefresh(tx, token('refresh', 5));
    });

    expect(await people.read((tx) => people.sessions.accessFacts(tx, 'refresh'))).toBeNull();
    expect(await people.read((tx) => people.sessions.refreshFacts(tx, 'access'))).toBeNull();
  });

  it('a refresh token has the time at which it was superseded', async () => {
    await people.write((tx) => people.sessions.addRefresh(tx, token('r', 5)));
    const facts = { ...owner, expiresAt: 5, supersededAt: null, deviceRevokedAt: null, linkRedeemedAt: null };
    expect(await people.read((tx) => people.sessions.refreshFacts(tx, 'r'))).toEqual(facts);

    await people.write((tx) => people.sessions.supersede(tx, 'r', 3));
    expect(await people.read((tx) => people.sessions.refreshFacts(tx, 'r'))).toEqual({ ...facts, supersededAt: 3 });
  });

  it('issue 43 A6: a used-up refresh token is deleted an hour later, but for one of before, which names no device', async () => {
    const HOUR = 60 * 60_000;
    const far = 10 * HOUR;
    await people.write(async (tx) => {
      for (const n of ['used 1', 'used 2', 'later', 'before', 'current'])
        await people.sessions.addRefresh(tx, token(n, far));
      for (const n of ['used 1', 'used 2', 'before']) await people.sessions.supersede(tx, n, 5);
      await people.sessions.supersede(tx, 'later', 6);
      await tx.update(RefreshTokenRow, { tokenHash: 'before' }, { namesDevice: null });
    });

    const purge = (now: number) => people.write((tx) => people.sessions.purgeExpired(tx, now, 2));
    expect(await purge(HOUR + 4)).toEqual({ lapsedDevices: [], moreLeft: false });
    expect(await people.read((tx) => tx.count(RefreshTokenRow))).toBe(5);
    expect(await purge(HOUR + 5)).toEqual({ lapsedDevices: [], moreLeft: true });
    const kept = await people.read((tx) => tx.find(RefreshTokenRow, { order: { tokenHash: 'ASC' } }));
    expect(kept.map(({ tokenHash }) => tokenHash)).toEqual(['before', 'current', 'later']);
  });

  it('expired tokens are deleted a few at a time, and those that are good stay', async () => {
    await people.write(async (tx) => {
      for (const n of [1, 2, 3]) await people.sessions.addAccess(tx, token(`a${n}`, 100));
      await people.sessions.addAccess(tx, token('good', 101));
      await people.sessions.addRefresh(tx, token('r', 100));
    });

    const purge = () => people.write((tx) => people.sessions.purgeExpired(tx, 100, 2));
    expect(await purge()).toEqual({ lapsedDevices: [owner.deviceId], moreLeft: true });
    expect(await purge()).toEqual({ lapsedDevices: [], moreLeft: false });
    await people.read(async (tx) => {
      for (const n of [1, 2, 3]) expect(await people.sessions.accessFacts(tx, `a${n}`)).toBeNull();
      expect(await people.sessions.refreshFacts(tx, 'r')).toBeNull();
      expect(await people.sessions.accessFacts(tx, 'good')).not.toBeNull();
    });
  });
});
