import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('the approval gate', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const setOwn = (fields: object) =>
    household.admin.put(`/api/admin/users/${household.ana.userId}/request-settings`, fields);

  describe('doc4 §1.11: the need for approval', () => {
    it('does not exist while the household requires none', async () => {
      const tmdbId = household.film();
      expect((await household.ask(household.ana, tmdbId)).body).toMatchObject({ status: 'requested' });
      await household.app.deliver();
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
    });

    it('members, when the household asks for it; the library is not touched before', async () => {
      await household.needApproval();
      expect((await household.ask(household.ana, household.film())).body).toMatchObject({ status: 'pending' });
      household.app.radarr.forgetCalls();
      await household.app.deliver();
      await household.app.clock.leap(60_000);
      await household.app.deliver();
      expect(household.app.radarr.calls()).toEqual([]);
    });

    it('only the member whose approval is switched on', async () => {
      const ben = await household.app.invite('ben');
      await setOwn({ require_approval: true });
      expect((await household.ask(household.ana, household.film())).body).toMatchObject({ status: 'pending' });
      expect((await household.ask(ben, household.film())).body).toMatchObject({ status: 'requested' });
    });

    it('is judged at the request: a later change does not affect open requests', async () => {
      await household.needApproval();
      const waiting = await household.requestOf(household.ana, household.film());
      await household.admin.put('/api/admin/request-settings', { require_approval: false });
      await household.app.deliver();
      expect(await household.job(waiting)).toMatchObject({ state: 'approval' });
    });
  });

  describe('doc4 §1.9: approve', () => {
    let tmdbId: number;
    let id: number;

    beforeEach(async () => {
      await household.needApproval();
      tmdbId = household.film('Harbor Lights');
      id = await household.requestOf(household.ana, tmdbId);
    });

    it('stores the decision, answers the request, and then it is delivered', async () => {
      const answer = await household.approve(id);
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status: 200,
        body: {
          success: true,
          status: 'requested',
          title: 'Harbor Lights',
          message: 'Approved.',
          request_id: id,
          instance_id: household.library,
        },
      });
      expect(await household.row(id)).toMatchObject({
        status: 'requested',
        approvedBy: household.admin.userId,
        decidedAt: household.app.clock.now(),
        denyReason: null,
      });
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
    });

    it('the decision is valid although the library is down', async () => {
      await household.app.radarr.leave();
      expect((await household.approve(id)).status).toBe(200);
      await household.app.deliver();
      expect(await household.row(id)).toMatchObject({ status: 'requested', approvedBy: household.admin.userId });
      expect(await household.job(id)).toMatchObject({ state: 'retry' });
    });

    it('the administrator’s choice of profile replaces the stored one', async () => {
      household.app.radarr.given.qualityProfiles([
        { id: 4, name: 'HD' },
        { id: 6, name: 'Ultra' },
      ]);
      await household.approve(id, { quality_profile_id: 6 });
      await household.app.deliver();
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ qualityProfileId: 6 });
    });

    it('without a choice keeps the stored profile', async () => {
      household.app.radarr.given.qualityProfiles([
        { id: 4, name: 'HD' },
        { id: 6, name: 'Ultra' },
      ]);
      await setOwn({ allow_quality_choice: true });
      const chosen = household.film();
      const request = await household.requestOf(household.ana, chosen, { quality_profile_id: 6 });
      await household.approve(request, { quality_profile_id: null });
      await household.app.deliver();
      expect(household.app.radarr.movie(chosen)).toMatchObject({ qualityProfileId: 6 });
    });

    it('season_scope has no meaning for a film, and is not judged', async () => {
      for (const season_scope of ['whatever', ['first']]) {
        const request = await household.requestOf(household.ana, household.film());
        const { status } = await household.approve(request, { season_scope, book_format: '' });
        expect({ season_scope, status }).toEqual({ season_scope, status: 200 });
        expect(await household.row(request)).toMatchObject({ status: 'requested', seasonScope: '' });
      }
    });

    it('400 for a profile that is none; it stays undecided', async () => {
      for (const [quality_profile_id, error] of [
        [-1, 'quality_profile_id must be 0 or more'],
        [1.5, 'quality_profile_id must be a whole number'],
        ['6', 'quality_profile_id must be a whole number'],
        [2_147_483_648, 'quality_profile_id is out of range'],
      ]) {
        const { status, body } = await household.approve(id, { quality_profile_id });
        expect({ quality_profile_id, status, body }).toEqual({
          quality_profile_id,
          status: 400,
          body: refusedWith(error),
        });
        expect(await household.row(id)).toMatchObject({ status: 'pending', decidedAt: null });
      }
    });

    it('400 for a decided request, and the first decision stays', async () => {
      await household.approve(id);
      await household.app.deliver();
      const decided = await household.row(id);
      for (const again of [await household.approve(id), await household.deny(id, { reason: 'no' })]) {
        expect(again.status).toBe(400);
        expect(again.body).toEqual({ error: 'this request has already been decided', code: 'request_decided' });
      }
      expect(await household.row(id)).toEqual(decided);
    });

    it('of two at once one decides', async () => {
      const answers = await Promise.all([
        household.approve(id),
        household.deny(id),
        household.approve(id),
        household.deny(id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    });

    it('400 for an id that is unknown, no number, zero, or beyond numbers', async () => {
      for (const [given, error] of [
        ['999999', 'no request with this id'],
        ['abc', 'invalid request id'],
        ['0', 'invalid request id'],
        ['99999999999999999999', 'invalid request id'],
      ])
        for (const action of ['approve', 'deny']) {
          const { status, body } = await household.admin.post(`/api/admin/requests/${given}/${action}`);
          expect({ given, action, status, body }).toEqual({ given, action, status: 400, body: refusedWith(error) });
        }
    });

    it('doc1 routing rule 6: 403 when the requester lost access; it stays pending, and may be approved once restored', async () => {
      await household.assign(household.library, 'remove', household.ana);
      const { status, body } = await household.approve(id);
      expect({ status, body }).toEqual({
        status: 403,
        body: { error: 'the requester no longer has access to this library', code: 'requester_lacks_access' },
      });
      expect(await household.row(id)).toMatchObject({ status: 'pending', approvedBy: null, decidedAt: null });
      expect(await household.job(id)).toMatchObject({ state: 'approval', nextAttemptAt: null });
      await household.assign(household.library, 'add', household.ana);
      expect((await household.approve(id)).status).toBe(200);
    });
  });

  describe('doc4 §1.9: deny', () => {
    let tmdbId: number;
    let id: number;

    beforeEach(async () => {
      await household.needApproval();
      tmdbId = household.film();
      id = await household.requestOf(household.ana, tmdbId);
    });

    const shown = async (requestId = id) => {
      const { body } = await household.ana.get('/api/requests');
      return (body as { request_id: number; status: string; deny_reason?: string }[]).find(
        (entry) => entry.request_id === requestId,
      );
    };

    it('stores the decision, the requester is shown the reason, and it is never delivered', async () => {
      const { status, body } = await household.deny(id, { reason: ' Too scary for a Tuesday. ' });
      expect({ status, body }).toEqual({ status: 200, body: { success: true } });
      expect(await household.row(id)).toMatchObject({
        status: 'denied',
        approvedBy: household.admin.userId,
        decidedAt: household.app.clock.now(),
        denyReason: 'Too scary for a Tuesday.',
      });
      expect(await shown()).toMatchObject({ status: 'denied', deny_reason: 'Too scary for a Tuesday.' });
      household.app.radarr.forgetCalls();
      await household.app.deliver();
      expect(household.app.radarr.calls('POST /api/v3/movie')).toEqual([]);
      expect(await household.job(id)).toMatchObject({ state: 'cancelled' });
    });

    it('may be without a reason', async () => {
      for (const body of [undefined, { reason: '' }, { reason: null }]) {
        const request = await household.requestOf(household.ana, household.film());
        const { status } = await household.deny(request, body);
        expect({ body, status }).toEqual({ body, status: 200 });
        expect(await shown(request)).toMatchObject({ status: 'denied', deny_reason: '' });
      }
    });

    it('400 for a reason that is none; it stays undecided', async () => {
      for (const [fault, error] of [
        [{ reason: 7 }, 'reason must be a string'],
        [{ reason: 'x'.repeat(2_001) }, 'reason is too long'],
      ] as const) {
        const { status, body } = await household.deny(id, fault);
        expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
        expect(await household.row(id)).toMatchObject({ status: 'pending' });
      }
    });

    it('400 for what has been decided', async () => {
      await household.deny(id, { reason: 'first' });
      expect((await household.deny(id, { reason: 'second' })).body).toEqual({
        error: 'this request has already been decided',
        code: 'request_decided',
      });
      expect((await household.approve(id)).status).toBe(400);
      expect(await household.row(id)).toMatchObject({ status: 'denied', denyReason: 'first' });
    });

    it('doc4 §4.6: is shown only while the library has it not', async () => {
      await household.deny(id, { reason: 'no' });
      household.app.radarr.given.movie({ tmdbId, hasFile: true });
      await household.app.clock.leap(120_000);
      expect(await shown()).toMatchObject({ status: 'available' });
      expect(await shown()).not.toHaveProperty('deny_reason');
    });

    it('doc4 §1.9: asking again makes a new row; the denied one remains as history', async () => {
      await household.deny(id, { reason: 'no' });
      const again = await household.requestOf(household.ana, tmdbId);
      expect(again).not.toBe(id);
      expect(await household.rows()).toMatchObject([
        { id, status: 'denied', denyReason: 'no', openKey: null },
        { id: again, status: 'pending' },
      ]);
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'pending', request_id: again });
    });
  });
});
