import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { UserRequestSettingsRow } from '../../../src/modules/requests/policy/user-request-settings-row.entity.js';
import { RequestRow } from '../../../src/modules/requests/saved/request-row.entity.js';
import { Household } from './household.js';

const FIND = 'GET /api/v3/movie';
const ADD = 'POST /api/v3/movie';

describe('while a request stands', () => {
  let house: Household;
  let tmdbId: number;
  let letGo: () => void;

  beforeAll(async () => {
    house = await Household.open();
  });

  beforeEach(async () => {
    await house.startOver();
    tmdbId = house.film();
    letGo = () => undefined;
  });

  afterEach(() => letGo());

  afterAll(() => house.close());

  /** A request whose first attempt met a library that was out of reach for a moment. */
  const waiting = async (): Promise<number> => {
    house.app.radarr.fail(FIND, 503);
    const id = await house.delivered(house.ana, tmdbId);
    house.app.radarr.forgetCalls();
    return id;
  };
  const pending = async (): Promise<number> => {
    await house.needApproval();
    return house.requestOf(house.ana, tmdbId);
  };
  const stuck = async (): Promise<number> => {
    house.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
    return house.delivered(house.ana, tmdbId);
  };
  const nextAttempt = async (): Promise<void> => {
    await house.app.clock.advance(60_000);
    await house.app.deliver();
  };

  describe('the grant is taken away', () => {
    it('doc1 routing rule 6: a waiting delivery needs access again: attention, and the library is not looked at', async () => {
      const id = await waiting();
      await house.assign(house.library, 'remove', house.ana);
      await nextAttempt();
      expect(await house.job(id)).toMatchObject({
        state: 'attention',
        code: 'access_unavailable',
        message: 'The requester may no longer use this library.',
        deliveryStartedAt: null,
      });
      expect(house.app.radarr.calls(FIND)).toEqual([]);
      expect(house.app.radarr.calls(ADD)).toEqual([]);
    });

    it('doc4 §1.7: a retry is delivered once the grant is back, and not before', async () => {
      const id = await waiting();
      await house.assign(house.library, 'remove', house.ana);
      await nextAttempt();
      await house.act(house.ana, id, 'retry');
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({ state: 'attention', code: 'access_unavailable' });
      await house.assign(house.library, 'add', house.ana);
      await house.act(house.ana, id, 'retry');
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });

    it('doc2 §3: taken away before the started marker, in the middle of a delivery, it stops the delivery', async () => {
      letGo = await house.holdDelivery(() => house.requestOf(house.ana, tmdbId));
      await house.assign(house.library, 'remove', house.ana);
      letGo();
      await house.app.deliver();
      const [row] = await house.rows();
      expect(await house.job(row?.id ?? NaN)).toMatchObject({
        state: 'attention',
        code: 'access_unavailable',
        deliveryStartedAt: null,
      });
      expect(house.app.radarr.calls(ADD)).toEqual([]);
    });

    it('an administrator needs none', async () => {
      await house.assign(house.library, 'remove', house.admin);
      const id = await house.delivered(house.admin, tmdbId);
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });

    it('doc4 §1.6: the requester still sees what became of the request', async () => {
      const id = await waiting();
      await house.assign(house.library, 'remove', house.ana);
      await nextAttempt();
      expect((await house.receipt(house.ana, id)).body).toMatchObject({
        status: 'requested',
        delivery: [{ state: 'attention', code: 'access_unavailable' }],
      });
    });
  });

  describe('doc4 Decisions: the account is deleted', () => {
    const deleteAna = () => house.admin.delete(`/api/admin/users/${house.ana.userId}`);

    it.each([
      ['awaits approval', pending],
      ['waits for its next attempt', waiting],
      ['needs attention', stuck],
    ] as const)('a request that %s is withdrawn, and kept as history', async (_where, bring) => {
      const id = await bring();
      expect((await deleteAna()).status).toBeLessThan(300);
      expect(await house.row(id)).toMatchObject({
        userId: house.ana.userId,
        requesterName: 'ana',
        status: 'denied',
        denyReason: 'Cancelled',
        approvedBy: null,
        openKey: null,
      });
      expect(await house.job(id)).toMatchObject({ state: 'cancelled', nextAttemptAt: null });
      await nextAttempt();
      expect(house.app.radarr.movies).toEqual([]);
      expect((await house.admin.get('/api/admin/requests')).body).toEqual([]);
    });

    it('a delivery under way ends before it changes anything', async () => {
      letGo = await house.holdDelivery(() => house.requestOf(house.ana, tmdbId));
      await deleteAna();
      letGo();
      await house.app.deliver();
      const [row] = await house.rows();
      expect(row).toMatchObject({ status: 'denied', denyReason: 'Cancelled', openKey: null });
      expect(await house.job(row?.id ?? NaN)).toMatchObject({ state: 'cancelled', deliveryStartedAt: null });
      expect(house.app.radarr.calls(ADD)).toEqual([]);
    });

    it('what was delivered stays as it was', async () => {
      const id = await house.delivered(house.ana, tmdbId);
      const before = [await house.row(id), await house.job(id)];
      await deleteAna();
      expect([await house.row(id), await house.job(id)]).toEqual(before);
    });

    it('its own policy is forgotten', async () => {
      await house.admin.put(`/api/admin/users/${house.ana.userId}/request-settings`, { require_approval: true });
      await deleteAna();
      expect(await house.app.get(Database).read((tx) => tx.count(UserRequestSettingsRow))).toBe(0);
    });

    it('the requests of others are untouched', async () => {
      const ben = await house.app.invite('ben');
      await house.needApproval();
      const id = await house.requestOf(ben, tmdbId);
      await deleteAna();
      expect(await house.row(id)).toMatchObject({ status: 'pending' });
      expect((await house.approve(id)).status).toBe(200);
    });
  });

  describe('doc4 Decisions: the library is to be removed', () => {
    const remove = () => house.admin.delete(`/api/instances/${house.library}`);

    it.each([
      ['awaits approval', pending],
      ['waits for its next attempt', waiting],
    ] as const)('409 while a request %s; gone once it is withdrawn', async (_where, bring) => {
      const id = await bring();
      const { status, body } = await remove();
      expect({ status, body }).toEqual({ status: 409, body: { error: '1 request awaits approval or delivery' } });
      await house.act(house.ana, id, 'cancel');
      expect((await remove()).status).toBeLessThan(300);
    });

    it('409 while a delivery is under way', async () => {
      letGo = await house.holdDelivery(() => house.requestOf(house.ana, tmdbId));
      expect((await remove()).status).toBe(409);
    });

    it('409 tells how many wait, in that library alone', async () => {
      const other = await house.addLibrary();
      await house.assign(other.id, 'add', house.ana);
      await pending();
      await house.requestOf(house.ana, house.film());
      await house.requestOf(house.ana, house.film(), { instance_id: other.id });
      expect((await remove()).body).toEqual({ error: '2 requests await approval or delivery' });
    });

    it.each([
      ['was delivered', (): Promise<number> => house.delivered(house.ana, tmdbId), 'requested'],
      ['needs attention', stuck, 'requested'],
    ] as const)(
      'a request that %s does not hold it; it stays as history, without a library',
      async (_where, bring, status) => {
        const id = await bring();
        expect((await remove()).status).toBeLessThan(300);
        expect(await house.row(id)).toMatchObject({ instanceId: null, openKey: null, status });

        const list = await house.ana.get('/api/requests');
        expect(list.status).toBe(200);
        const shown = { request_id: id, status, status_known: false, status_unknown_reason: 'library_unavailable' };
        expect(list.body).toEqual([expect.objectContaining(shown)]);
        expect(list.body).not.toEqual([expect.objectContaining({ instance_id: expect.anything() })]);
        expect((await house.receipt(house.ana, id)).body).toMatchObject({ status, status_known: false });
      },
    );

    it('removed between the look at the rows and the look at the library: not known, and nothing fails', async () => {
      const id = await house.delivered(house.ana, tmdbId);
      await house.app.get(Database).write((tx) => tx.update(RequestRow, { id }, { instanceId: 'gone' }));
      const shown = { request_id: id, status: 'requested', status_known: false };
      expect((await house.ana.get('/api/requests')).body).toMatchObject([shown]);
      expect((await house.receipt(house.ana, id)).body).toMatchObject(shown);
    });

    it('doc4 §1.17: a retry finds the library missing, and says so', async () => {
      const id = await stuck();
      await remove();
      await house.act(house.ana, id, 'retry');
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({
        state: 'attention',
        code: 'instance_missing',
        message: 'The library has been removed.',
      });
    });

    it('a request that lost its library may be withdrawn, and is with its account', async () => {
      const withdrawn = await stuck();
      tmdbId = house.film();
      const left = await stuck();
      await remove();
      expect((await house.act(house.ana, withdrawn, 'cancel')).status).toBe(200);
      await house.admin.delete(`/api/admin/users/${house.ana.userId}`);
      for (const id of [withdrawn, left]) expect(await house.job(id)).toMatchObject({ state: 'cancelled' });
    });

    it('a new library of the same id begins anew', async () => {
      const old = await stuck();
      await remove();
      await house.app.connectRadarr(house.admin, { id: house.library });
      await house.assign(house.library, 'add', house.ana);
      const id = await house.delivered(house.ana, tmdbId);
      expect(id).not.toBe(old);
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });
  });
});
