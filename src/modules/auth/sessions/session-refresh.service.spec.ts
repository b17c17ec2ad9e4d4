import { Reflector } from '@nestjs/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { whileLocked } from '../../../../test/harness/held-lock.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SystemRandom } from '../../../core/time/random.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { SessionIssuerService, type IssuedSession } from './session-issuer.service.js';
import { SessionRefreshService } from './session-refresh.service.js';

const UNAVAILABLE = { status: 503, safeText: 'temporarily unavailable, retry shortly' };

describe('a refresh', () => {
  let people: PeopleDatabase;
  let issuer: SessionIssuerService;
  let refreshing: SessionRefreshService;
  let session: IssuedSession;

  beforeEach(async () => {
    people = await PeopleDatabase.open({ busyTimeoutMs: 20 });
    const random = new SystemRandom();
    issuer = new SessionIssuerService(
      people.devices,
      people.sessions,
      people.policies,
      people.oidcIdentities,
      people.refreshTokens,
      people.clock,
      random,
    );
    const { database, accounts, devices } = people;
    const limits = new RateLimitGuard(new Reflector(), people.clock);
    const events = new EventBus(silentLog);
    refreshing = new SessionRefreshService(database, accounts, devices, people.refreshTokens, issuer, events, limits);
    session = await people.write(async (tx) => {
      const account = await accounts.create(tx, { username: 'ana', role: 'user' });
      return issuer.open(tx, account, { name: 'Phone', hardwareId: '' });
    });
  });

  afterEach(() => people.close());

  const refresh = (): Promise<IssuedSession> => refreshing.refresh(session.refreshToken.reveal());

  it('doc3 §0: is 503 when the lock is not given up, and the token is as good as before', async () => {
    expect(await whileLocked(people.file, () => errorOf(refresh()))).toMatchObject(UNAVAILABLE);
    expect((await refresh()).deviceId).toBe(session.deviceId);
  });

  it('doc3 §0: a replay that can’t be settled is 503 too, and revokes when it can', async () => {
    const next = await refresh();
    await refreshing.refresh(next.refreshToken.reveal());

    expect(await whileLocked(people.file, () => errorOf(refresh()))).toMatchObject(UNAVAILABLE);
    expect(await people.read((tx) => people.devices.listUnrevoked(tx))).toHaveLength(1);
    expect(await errorOf(refresh())).toMatchObject({ status: 401, safeText: 'device has been revoked' });
    expect(await people.read((tx) => people.devices.listUnrevoked(tx))).toEqual([]);
  });

  it('a token that is refused on sight doesn’t wait for the lock', async () => {
    const unknown = 'A'.repeat(43);
    expect(await whileLocked(people.file, () => errorOf(refreshing.refresh(unknown)))).toMatchObject({ status: 401 });
  });

  describe('issue 43 A6: of a token that was used up', () => {
    const HOUR = 60 * 60_000;
    const REVOKED = { status: 401, safeText: 'device has been revoked' };
    const INVALID = { status: 401, safeText: 'invalid refresh token' };

    /** An hour later the rows of used-up tokens are gone. */
    const purged = async (): Promise<void> => {
      await people.clock.leap(HOUR);
      await people.write((tx) => people.devices.purgeExpired(tx, people.clock.now(), 500));
      expect(await people.tokenCounts()).toMatchObject({ usedUp: 0 });
    };
    const devices = () => people.read((tx) => people.devices.listUnrevoked(tx));
    const usedUp = async (): Promise<string> => {
      const text = session.refreshToken.reveal();
      session = await refresh();
      return text;
    };
    const presented = (text: string) => errorOf(refreshing.refresh(text));

    it('a replay revokes its device though its row is gone, and the session that went on ends', async () => {
      const text = await usedUp();
      await purged();
      expect(await presented(text)).toMatchObject(REVOKED);
      expect(await devices()).toEqual([]);
      expect(await errorOf(refresh())).toMatchObject(INVALID);
      expect(await presented(text)).toMatchObject(INVALID);
    });

    it('a replay of one that has passed from a sign-in into a cookie revokes, too', async () => {
      const text = session.refreshToken.reveal();
      await refreshing.takeOver(text);
      await purged();
      expect(await presented(text)).toMatchObject(REVOKED);
    });

    it('the session goes on: only what was used up is gone', async () => {
      await usedUp();
      await purged();
      expect((await refresh()).deviceId).toBe(session.deviceId);
    });

    it('whose row is gone and whose time is over it is refused, and nothing is revoked', async () => {
      const text = await usedUp();
      for (let day = 0; day < 90; day += 45) {
        await people.clock.leap(45 * 24 * HOUR - HOUR);
        session = await refresh();
        await purged();
      }
      expect(await presented(text)).toMatchObject(INVALID);
      expect(await devices()).toHaveLength(1);
    });

    it('with the device of another under a seal that is not ours it does nothing', async () => {
      const text = await usedUp();
      await purged();
      const [core = '', , expiresAt = '', seal = ''] = text.split('.');
      const other = await people.write(async (tx) => {
        const account = await people.accounts.create(tx, { username: 'ben', role: 'user' });
        return people.devices.bind(tx, account.id, { name: '', hardwareId: '' });
      });
      expect(await presented([core, other, expiresAt, seal].join('.'))).toMatchObject(INVALID);
      expect(await presented(core)).toMatchObject(INVALID);
      expect(await devices()).toHaveLength(2);
    });

    it('whose device was signed out and in again it leaves the new one alone', async () => {
      const text = await usedUp();
      await purged();
      await people.write(async (tx) => {
        await people.devices.revoke(tx, session.deviceId);
        return people.devices.bind(tx, session.account.id, { name: 'Phone', hardwareId: '' });
      });
      expect(await presented(text)).toMatchObject(INVALID);
      expect(await devices()).toHaveLength(1);
    });

    it('whose row and whose successors are gone, as after a restore, it is refused and the device stays', async () => {
      const kept = session.refreshToken.reveal();
      await people.clock.leap(1);
      const lost = [(session = await refresh()), (session = await refresh())].map(({ refreshToken }) =>
        refreshToken.reveal(),
      );
      await people.forgetRefreshes();
      for (const text of lost) expect(await presented(text)).toMatchObject(INVALID);
      expect(await devices()).toHaveLength(1);
      session = await refreshing.refresh(kept);
      expect(session.deviceId).toBe((await devices())[0]?.id);
    });

    it('one of before, which names no device, is good; its row stays, and its replay revokes', async () => {
      const [text = ''] = session.refreshToken.reveal().split('.');
      await people.makeRefreshTokensOld();
      session = await refreshing.refresh(text);
      await people.clock.leap(HOUR);
      await people.write((tx) => people.devices.purgeExpired(tx, people.clock.now(), 500));
      expect(await presented(text)).toMatchObject(REVOKED);
      expect(await devices()).toEqual([]);
    });
  });

  describe('issue 43 A6: of one device counts, thirty a minute', () => {
    it('and the next is 429, with nothing written; a minute later it goes on', async () => {
      for (let n = 0; n < 30; n += 1) session = await refresh();
      const before = await people.tokenCounts();
      expect(await errorOf(refresh())).toMatchObject({ status: 429 });
      expect(await errorOf(refreshing.takeOver(session.refreshToken.reveal()))).toMatchObject({ status: 429 });
      expect(await people.tokenCounts()).toEqual(before);
      await people.clock.leap(60_000);
      expect((await refresh()).deviceId).toBe(session.deviceId);
    });

    it('a token asked for again counts as well, and a replay revokes whatever is left', async () => {
      const text = session.refreshToken.reveal();
      const [first, ...others] = [await refreshing.refresh(text), await refreshing.refresh(text)];
      expect(others[0]?.refreshToken.equals(first.refreshToken)).toBe(true);
      session = first;
      for (let n = 2; n < 30; n += 1) session = await refresh();
      expect(await errorOf(refreshing.refresh(text))).toMatchObject({
        status: 401,
        safeText: 'device has been revoked',
      });
    });

    it('other devices of the account have thirty of their own', async () => {
      for (let n = 0; n < 30; n += 1) session = await refresh();
      const other = await people.write((tx) => issuer.open(tx, session.account, { name: 'Tablet', hardwareId: '' }));
      expect((await refreshing.refresh(other.refreshToken.reveal())).deviceId).toBe(other.deviceId);
    });
  });
});
