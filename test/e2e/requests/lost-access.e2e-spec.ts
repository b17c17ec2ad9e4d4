import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { UserRequestSettingsRow } from '../../../src/modules/requests/policy/request-policies.service.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

const FIND = 'GET /api/v3/movie';
const ADD = 'POST /api/v3/movie';

describe('while a request is open', () => {
  let household: Household;
  let tmdbId: number;
  let letGo: () => void;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    tmdbId = household.film();
    letGo = () => undefined;
  });

  afterEach(() => letGo());

  afterAll(() => household.close());

  /** A request whose first attempt met a library that was out of reach for a moment. */
  const waiting = async (): Promise<number> => {
    household.app.radarr.fail(FIND, 503);
    const id = await household.delivered(household.ana, tmdbId);
    household.app.radarr.forgetCalls();
    return id;
  };
  const pending = async (): Promise<number> => {
    await household.needApproval();
    return household.requestOf(household.ana, tmdbId);
  };
  const stuck = async (): Promise<number> => {
    household.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
    return household.delivered(household.ana, tmdbId);
  };
  const nextAttempt = async (): Promise<void> => {
    await household.app.clock.leap(60_000);
    await household.app.deliver();
  };

  describe('the grant is taken away', () => {
    it('doc1 routing rule 6: a waiting delivery needs access again: attention, and the library is not looked at', async () => {
      const id = await waiting();
      await household.assign(household.library, 'remove', household.ana);
      await nextAttempt();
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'access_unavailable',
        message: { text: 'The requester may no longer use this library.' },
        deliveryStartedAt: null,
      });
      expect(household.app.radarr.calls(FIND)).toEqual([]);
      expect(household.app.radarr.calls(ADD)).toEqual([]);
    });

    it('doc4 §1.7: a retry is delivered once the grant is back, and not before', async () => {
      const id = await waiting();
      await household.assign(household.library, 'remove', household.ana);
      await nextAttempt();
      await household.act(household.ana, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'access_unavailable' });
      await household.assign(household.library, 'add', household.ana);
      await household.act(household.ana, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });

    it('doc2 §3: taken away before the started marker, in the middle of a delivery, it stops the delivery', async () => {
      letGo = await household.holdDelivery(() => household.requestOf(household.ana, tmdbId));
      await household.assign(household.library, 'remove', household.ana);
      letGo();
      await household.app.deliver();
      const [row] = await household.rows();
      expect(await household.job(row?.id ?? NaN)).toMatchObject({
        state: 'attention',
        code: 'access_unavailable',
        deliveryStartedAt: null,
      });
      expect(household.app.radarr.calls(ADD)).toEqual([]);
    });

    it('an administrator needs none', async () => {
      await household.assign(household.library, 'remove', household.admin);
      const id = await household.delivered(household.admin, tmdbId);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });

    it('doc4 §1.6: the requester still sees what became of the request', async () => {
      const id = await waiting();
      await household.assign(household.library, 'remove', household.ana);
      await nextAttempt();
      expect((await household.receipt(household.ana, id)).body).toMatchObject({
        status: 'requested',
        delivery: [{ state: 'attention', code: 'access_unavailable' }],
      });
    });
  });

  describe('doc4 Decisions: the account is deleted', () => {
    const deleteAna = () => household.admin.delete(`/api/admin/users/${household.ana.userId}`);

    it.each([
      ['awaits approval', pending],
      ['waits for its next attempt', waiting],
    ] as const)('a request that %s is withdrawn, and kept as history', async (_where, bring) => {
      const id = await bring();
      expect((await deleteAna()).status).toBeLessThan(300);
      expect(await household.row(id)).toMatchObject({
        userId: household.ana.userId,
        requesterName: 'ana',
        status: 'denied',
        denyReason: 'Cancelled',
        approvedBy: null,
        openKey: null,
      });
      expect(await household.job(id)).toMatchObject({ state: 'cancelled', nextAttemptAt: null });
      await nextAttempt();
      expect(household.app.radarr.movies).toEqual([]);
      expect((await household.admin.get('/api/admin/requests')).body).toEqual([]);
    });

    it('a delivery under way ends before it changes anything', async () => {
      letGo = await household.holdDelivery(() => household.requestOf(household.ana, tmdbId));
      await deleteAna();
      letGo();
      await household.app.deliver();
      const [row] = await household.rows();
      expect(row).toMatchObject({ status: 'denied', denyReason: 'Cancelled', openKey: null });
      expect(await household.job(row?.id ?? NaN)).toMatchObject({ state: 'cancelled', deliveryStartedAt: null });
      expect(household.app.radarr.calls(ADD)).toEqual([]);
    });

    it('what was delivered stays as it was', async () => {
      const id = await household.delivered(household.ana, tmdbId);
      const before = [await household.row(id), await household.job(id)];
      await deleteAna();
      expect([await household.row(id), await household.job(id)]).toEqual(before);
    });

    it('its own policy is forgotten', async () => {
      await household.admin.put(`/api/admin/users/${household.ana.userId}/request-settings`, {
        require_approval: true,
      });
      await deleteAna();
      expect(await household.app.get(Database).read((tx) => tx.count(UserRequestSettingsRow))).toBe(0);
    });

    it('the requests of others are untouched', async () => {
      const ben = await household.app.invite('ben');
      await household.needApproval();
      const id = await household.requestOf(ben, tmdbId);
      await deleteAna();
      expect(await household.row(id)).toMatchObject({ status: 'pending' });
      expect((await household.approve(id)).status).toBe(200);
    });
  });

  describe('doc4 Decisions: the library is to be removed', () => {
    const remove = () => household.admin.delete(`/api/instances/${household.library}`);

    it.each([
      ['awaits approval', pending],
      ['waits for its next attempt', waiting],
    ] as const)('409 while a request %s; gone once it is withdrawn', async (_where, bring) => {
      const id = await bring();
      const { status, body } = await remove();
      expect({ status, body }).toEqual({ status: 409, body: refusedWith('1 request awaits approval or delivery') });
      await household.act(household.ana, id, 'cancel');
      expect((await remove()).status).toBeLessThan(300);
    });

    it('409 while a delivery is under way', async () => {
      letGo = await household.holdDelivery(() => household.requestOf(household.ana, tmdbId));
      expect((await remove()).status).toBe(409);
    });

    it('409 reports how many wait, in that library alone', async () => {
      const other = await household.addLibrary();
      await household.assign(other.id, 'add', household.ana);
      await pending();
      await household.requestOf(household.ana, household.film());
      await household.requestOf(household.ana, household.film(), { instance_id: other.id });
      expect((await remove()).body).toEqual(refusedWith('2 requests await approval or delivery'));
    });

    it.each([
      ['was delivered', (): Promise<number> => household.delivered(household.ana, tmdbId), 'requested'],
      ['needs attention', stuck, 'requested'],
    ] as const)(
      'a request that %s does not hold it; it stays as history, without a library',
      async (_where, bring, status) => {
        const id = await bring();
        expect((await remove()).status).toBeLessThan(300);
        expect(await household.row(id)).toMatchObject({ instanceId: null, openKey: null, status });

        const list = await household.ana.get('/api/requests');
        expect(list.status).toBe(200);
        const shown = { request_id: id, status, status_known: false, status_unknown_reason: 'library_unavailable' };
        expect(list.body).toEqual([expect.objectContaining(shown)]);
        expect(list.body).not.toEqual([expect.objectContaining({ instance_id: expect.anything() })]);
        expect((await household.receipt(household.ana, id)).body).toMatchObject({ status, status_known: false });
      },
    );

    it('removed between the read of the rows and the read of the library: unknown, and nothing fails', async () => {
      const id = await household.delivered(household.ana, tmdbId);
      await household.app.get(Database).write((tx) => tx.update(RequestRow, { id }, { instanceId: 'gone' }));
      const shown = { request_id: id, status: 'requested', status_known: false };
      expect((await household.ana.get('/api/requests')).body).toMatchObject([shown]);
      expect((await household.receipt(household.ana, id)).body).toMatchObject(shown);
    });

    it('doc4 §1.17: a retry finds the library missing, and says so', async () => {
      const id = await stuck();
      await remove();
      await household.act(household.ana, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'instance_missing',
        message: { text: 'The library has been removed.' },
      });
    });

    it('a request that lost its library may be withdrawn, and is with its account', async () => {
      const withdrawn = await stuck();
      tmdbId = household.film();
      const left = await stuck();
      await remove();
      expect((await household.act(household.ana, withdrawn, 'cancel')).status).toBe(200);
      await household.admin.delete(`/api/admin/users/${household.ana.userId}`);
      for (const id of [withdrawn, left]) expect(await household.job(id)).toMatchObject({ state: 'cancelled' });
    });

    it('a new library with the same id starts without old state', async () => {
      const old = await stuck();
      await remove();
      await household.app.connectRadarr(household.admin, { id: household.library });
      await household.assign(household.library, 'add', household.ana);
      const id = await household.delivered(household.ana, tmdbId);
      expect(id).not.toBe(old);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });
  });
});
