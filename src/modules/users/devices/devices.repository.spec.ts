import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { DEVICE_END } from '../users.ports.js';
import type { ExternalOrigin } from './devices.repository.js';

describe('the rows of devices', () => {
  let people: PeopleDatabase;
  let ana: number;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    ana = await people.person('ana');
  });

  afterEach(() => people.close());

  const bind = (userId: number, name: string, hardwareId: string): Promise<string> =>
    people.write((tx) => people.devices.bind(tx, userId, { name, hardwareId }));
  const list = () => people.read((tx) => people.devices.listUnrevoked(tx));

  it('doc3 §1.5: a known hardware id takes the same device again, with its name and last_seen brought up to date', async () => {
    const first = await bind(ana, 'Phone', 'h1');
    const createdAt = people.clock.now();
    await people.clock.advance(5_000);

    expect(await bind(ana, 'New phone', 'h1')).toBe(first);
    expect(await list()).toEqual([
      { id: first, userId: ana, username: 'ana', deviceName: 'New phone', createdAt, lastSeenAt: createdAt + 5_000 },
    ]);
  });

  it('doc3 §1.5: an empty hardware id always makes a new device', async () => {
    expect(await bind(ana, 'Phone', '')).not.toBe(await bind(ana, 'Phone', ''));
    expect(await list()).toHaveLength(2);
  });

  it('doc3 §1.5: a hardware id is known only to the account it belongs to', async () => {
    const ben = await people.person('ben');

    expect(await bind(ana, 'Tablet', 'shared')).not.toBe(await bind(ben, 'Tablet', 'shared'));
  });

  it('doc3 §1.5: a revoked device is not taken again', async () => {
    const first = await bind(ana, 'Phone', 'h1');
    await people.write((tx) => people.devices.revoke(tx, first));

    expect(await bind(ana, 'Phone', 'h1')).not.toBe(first);
  });

  it('doc3 §1.5: an empty name becomes "Unknown Device"', async () => {
    await bind(ana, '', '');

    expect(await list()).toMatchObject([{ deviceName: 'Unknown Device' }]);
  });

  it('doc3 §0: device ids are UUIDs, version 4', async () => {
    expect(await bind(ana, 'Phone', '')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  describe('of people who were identified elsewhere', () => {
    const external = (userId: number, origin: ExternalOrigin, name = '') =>
      people.write((tx) => people.devices.bindExternal(tx, userId, { name, hardwareId: 'h1' }, origin));
    const ofIssuer = (issuer: string): ExternalOrigin => ({ method: 'oidc', issuer });
    const ofHub: ExternalOrigin = { method: 'hub', hubAccountId: '3100451' };

    it('doc3 §1.5: are always new ones, even for a known hardware id, named by the way in where they have no name', async () => {
      const local = await bind(ana, 'Phone', 'h1');
      const ids = [await external(ana, ofHub), await external(ana, ofIssuer('https://id.example')), local];
      expect(new Set(ids).size).toBe(3);
      const named = new Map((await list()).map(({ id, deviceName }) => [id, deviceName]));
      expect(ids.map((id) => named.get(id))).toEqual(['Plex sign-in', 'Single sign-on', 'Phone']);
    });

    it('a local sign-in on the same hardware takes none of theirs: what ends one way in leaves the other', async () => {
      await external(ana, ofHub);
      await external(ana, ofIssuer('https://id.example'));
      const local = await bind(ana, 'Phone', 'h1');
      expect(await bind(ana, 'Phone', 'h1')).toBe(local);
      await people.write((tx) => people.devices.revokeWhere(tx, { userId: ana, methods: ['hub', 'oidc'] }));
      expect((await list()).map(({ id }) => id)).toEqual([local]);
    });

    it('doc1 §5.7: are ended by account, way in and issuer, and no others are', async () => {
      const ben = await people.person('ben', 'admin');
      const devices = {
        local: await bind(ana, 'Phone', ''),
        hub: await external(ana, ofHub),
        one: await external(ana, ofIssuer('https://one.example')),
        other: await external(ana, ofIssuer('https://other.example')),
        bensHub: await external(ben, ofHub),
        bensLocal: await bind(ben, 'Phone', ''),
      };
      const end = (which: Parameters<typeof people.devices.revokeWhere>[1]) =>
        people.write((tx) => people.devices.revokeWhere(tx, which));
      expect(await end({ userId: ana, methods: ['oidc'], issuer: 'https://one.example' })).toEqual([devices.one]);
      expect(await end({ methods: ['local', 'hub'], ofMembers: true })).toEqual(
        expect.arrayContaining([devices.local, devices.hub]),
      );
      expect((await list()).map(({ id }) => id).sort()).toEqual(
        [devices.other, devices.bensHub, devices.bensLocal].sort(),
      );
      expect(await end({ methods: ['hub'] })).toEqual([devices.bensHub]);
    });
  });

  it('doc3 §1.5: the device seen last comes first, and revoked ones are not listed', async () => {
    const [one, two, three] = [await bind(ana, 'one', ''), await bind(ana, 'two', ''), await bind(ana, 'three', '')];
    const now = people.clock.now();
    await people.write(async (tx) => {
      await people.devices.noteSeen(
        tx,
        new Map([
          [two, now + 10],
          [one, now + 5],
        ]),
      );
      await people.devices.revoke(tx, three);
    });

    expect((await list()).map(({ deviceName }) => deviceName)).toEqual(['two', 'one']);
  });

  it('a moment that lies before the one on record changes nothing', async () => {
    const id = await bind(ana, 'Phone', '');
    await people.write((tx) => people.devices.noteSeen(tx, new Map([[id, people.clock.now() - 1]])));

    expect(await list()).toMatchObject([{ lastSeenAt: people.clock.now() }]);
  });

  it('a moment of the future on record, by a clock that was wrong, gives way to the present', async () => {
    const id = await bind(ana, 'Phone', '');
    people.clock.setWall(-7_200_000);
    await people.write((tx) => people.devices.noteSeen(tx, new Map([[id, people.clock.now()]])));

    expect(await list()).toMatchObject([{ lastSeenAt: people.clock.now() }]);
  });

  it('doc3 §1.5: revoking a device deletes its session tokens, and repeating it returns false', async () => {
    const id = await bind(ana, 'Phone', '');
    const other = await bind(ana, 'Tablet', '');
    const token = { userId: ana, createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER };
    await people.write(async (tx) => {
      await people.sessions.addAccess(tx, { ...token, deviceId: id, tokenHash: 'access' });
      await people.sessions.addRefresh(tx, { ...token, deviceId: id, tokenHash: 'refresh' });
      await people.sessions.addAccess(tx, { ...token, deviceId: other, tokenHash: 'other' });
    });

    expect(await people.write((tx) => people.devices.revoke(tx, id))).toBe(true);
    expect(await people.write((tx) => people.devices.revoke(tx, id))).toBe(false);
    expect(await people.write((tx) => people.devices.revoke(tx, 'nothing'))).toBe(false);
    await people.read(async (tx) => {
      expect(await people.sessions.accessFacts(tx, 'access')).toBeNull();
      expect(await people.sessions.refreshFacts(tx, 'refresh')).toBeNull();
      expect(await people.sessions.accessFacts(tx, 'other')).not.toBeNull();
    });
  });

  it('security 12: who keeps something of a device is asked in the write that ends it, and an error keeps the device', async () => {
    const [id, spared] = [await bind(ana, 'Phone', ''), await bind(ana, 'Tablet', '')];
    const ended: string[] = [];
    let fails = true;
    people.ports.register(DEVICE_END, {
      devicesEnded: (_tx, ids) =>
        fails ? Promise.reject(new Error('not now')) : Promise.resolve(void ended.push(...ids)),
    });
    await expect(people.write((tx) => people.devices.signOut(tx, id))).rejects.toThrow('not now');
    expect(await list()).toHaveLength(2);
    fails = false;
    await people.write((tx) => people.devices.signOut(tx, id));
    await people.write((tx) => people.devices.signOut(tx, id));
    await people.write((tx) => people.devices.revokeOthers(tx, ana, 'none'));
    expect(ended).toEqual([id, spared]);
  });

  describe('doc1 §4, doc3 §1.5: a device is listed while it can come back', () => {
    const refresh = (deviceId: string, tokenHash: string, expiresAt: number): Promise<void> =>
      people.write((tx) =>
        people.sessions.addRefresh(tx, { userId: ana, deviceId, tokenHash, createdAt: 0, expiresAt }),
      );
    const purge = (now: number, limit = 10) => people.write((tx) => people.devices.purgeExpired(tx, now, limit));
    const names = async () => (await list()).map(({ deviceName }) => deviceName);

    it('it ends with the last refresh token it holds, however many tokens had to go before', async () => {
      const id = await bind(ana, 'Phone', '');
      for (const n of [1, 2, 3]) await refresh(id, `r${n}`, n);

      expect(await purge(2)).toEqual({ ended: [], moreLeft: false });
      expect(await names()).toEqual(['Phone']);
      expect(await purge(3)).toEqual({ ended: [id], moreLeft: false });
      expect(await names()).toEqual([]);
      expect(await people.read((tx) => people.devices.isUnrevoked(tx, id))).toBe(false);
    });

    it('a purge that deletes a few at a time ends it with the last few', async () => {
      const id = await bind(ana, 'Phone', '');
      for (const n of [1, 2, 3]) await refresh(id, `r${n}`, n);

      expect(await purge(3, 2)).toEqual({ ended: [], moreLeft: true });
      expect(await purge(3, 2)).toEqual({ ended: [id], moreLeft: false });
    });

    it('one of known hardware ends like any other, and is a new one when it signs in again', async () => {
      const id = await bind(ana, 'Phone', 'h1');
      await refresh(id, 'r', 1);

      expect(await purge(1)).toEqual({ ended: [id], moreLeft: false });
      expect(await bind(ana, 'Phone', 'h1')).not.toBe(id);
    });

    it('one that never held a refresh token is left alone: something else signs it in', async () => {
      const id = await bind(ana, 'Phone', '');
      await people.write((tx) =>
        people.sessions.addAccess(tx, { userId: ana, deviceId: id, tokenHash: 'a', createdAt: 0, expiresAt: 1 }),
      );

      expect(await purge(1)).toEqual({ ended: [], moreLeft: false });
      expect(await names()).toEqual(['Phone']);
    });

    it('one that holds none is ended when it was not seen for a year: no token of any kind lives longer', async () => {
      const year = 365 * 24 * 60 * 60_000;
      const [left, known] = [await bind(ana, 'Left', ''), await bind(ana, 'Known', 'h1')];
      const now = people.clock.now() + year;
      await refresh(await bind(ana, 'Here', ''), 'r', now + 1);

      expect(await purge(now - 1)).toEqual({ ended: [], moreLeft: false });
      expect(await purge(now, 1)).toEqual({ ended: [expect.any(String)], moreLeft: true });
      await purge(now, 1);
      expect(await names()).toEqual(['Here']);
      for (const id of [left, known]) expect(await people.read((tx) => people.devices.isUnrevoked(tx, id))).toBe(false);
    });

    it('as many end in as many statements as one does, since a write holds up all others', async () => {
      const statements = async (devices: number): Promise<number> => {
        for (let n = 0; n < devices; n += 1) await refresh(await bind(ana, 'Phone', ''), `${devices} r${n}`, 1);
        return people.write(async (tx) => {
          if (!tx.queryRunner) throw new Error('no connection');
          const sent = vi.spyOn(tx.queryRunner, 'query');
          expect((await people.devices.purgeExpired(tx, 1, 100)).ended).toHaveLength(devices);
          return sent.mock.calls.length;
        });
      };
      const forOne = await statements(1);
      expect(forOne).toBeGreaterThan(0);
      expect(await statements(40)).toBe(forOne);
    });

    it('one that is revoked already is not ended again', async () => {
      const id = await bind(ana, 'Phone', '');
      await refresh(id, 'r', 1);
      await people.revokeAlone(id);

      expect(await purge(1)).toEqual({ ended: [], moreLeft: false });
    });
  });
});
