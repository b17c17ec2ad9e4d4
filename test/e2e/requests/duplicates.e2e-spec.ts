import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestPending } from '../../../src/modules/requests/requests.events.js';
import { counts } from '../../harness/full-counts.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';

const ADD = 'POST /api/v3/movie';

describe('asking for the same thing again', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  describe('doc4 §1.12: by the same account, while it waits for approval', () => {
    beforeEach(() => household.needApproval());

    it('is answered with the open request: one row, no second event', async () => {
      const events: number[] = [];
      household.app.get(EventBus).on(RequestPending, ({ requestId }) => void events.push(requestId));
      const tmdbId = household.film();
      const first = await household.ask(household.ana, tmdbId);
      await household.app.clock.advance(1_000);
      const second = await household.ask(household.ana, tmdbId);
      expect(second.status).toBe(200);
      expect(second.body).toEqual(first.body);
      expect(second.body).toMatchObject({ success: true, status: 'pending' });
      expect(await household.rows()).toHaveLength(1);
      expect(events).toEqual([(first.body as { request_id: number }).request_id]);
    });

    it('does not change what was chosen first', async () => {
      await household.admin.put('/api/admin/request-settings', { allow_quality_choice: true });
      const tmdbId = household.film();
      const id = await household.requestOf(household.ana, tmdbId, { quality_profile_id: 4 });
      await household.requestOf(household.ana, tmdbId, { quality_profile_id: 6 });
      expect(await household.row(id)).toMatchObject({ qualityProfileId: 4 });
    });

    it('in another library is another request', async () => {
      const other = await household.addLibrary();
      await household.assign(other.id, 'add', household.ana);
      const tmdbId = household.film();
      await household.requestOf(household.ana, tmdbId);
      await household.requestOf(household.ana, tmdbId, { instance_id: other.id });
      expect((await household.rows()).map((row) => row.instanceId)).toEqual([household.library, other.id]);
    });

    it('after it was withdrawn makes a new row', async () => {
      const tmdbId = household.film();
      const id = await household.requestOf(household.ana, tmdbId);
      await household.act(household.ana, id, 'cancel');
      expect(await household.requestOf(household.ana, tmdbId)).not.toBe(id);
    });
  });

  describe('doc4 §1.12: by the same account, after it was accepted', () => {
    it('ten at once make one row and one record in the library', async () => {
      const tmdbId = household.film();
      const answers = await Promise.all(Array.from({ length: 10 }, () => household.ask(household.ana, tmdbId)));
      await household.app.deliver();
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await household.rows()).toHaveLength(1);
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
      expect(household.app.radarr.movies).toHaveLength(1);
    });

    it('says that it was requested already, with the live state', async () => {
      const tmdbId = household.film();
      const id = await household.delivered(household.ana, tmdbId);
      household.app.radarr.startDownload(tmdbId);
      const { body } = await household.ask(household.ana, tmdbId);
      expect(body).toMatchObject({ request_id: id, status: 'downloading', message: 'Already requested.' });
      await household.app.deliver();
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
    });

    it('while its delivery needs attention: the same request', async () => {
      const tmdbId = household.film();
      household.app.radarr.given.rootFolders([]);
      const id = await household.delivered(household.ana, tmdbId);
      expect(await household.job(id)).toMatchObject({ state: 'attention' });
      expect(await household.requestOf(household.ana, tmdbId)).toBe(id);
      expect(await household.rows()).toHaveLength(1);
    });
  });

  describe('doc4 §1.9: after it was delivered and then deleted from the library', () => {
    let tmdbId: number;
    let id: number;

    beforeEach(async () => {
      tmdbId = household.film();
      id = await household.delivered(household.ana, tmdbId);
      household.app.radarr.removeMovie(tmdbId);
      await household.app.clock.leap(120_000);
    });

    it('makes a new row and a new delivery; the old row is history and reads unavailable', async () => {
      const again = await household.delivered(household.ana, tmdbId);
      expect(again).not.toBe(id);
      expect(await household.rows()).toMatchObject([
        { id, status: 'unavailable', openKey: null },
        { id: again, status: 'requested' },
      ]);
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
      expect(await household.job(again)).toMatchObject({ state: 'complete' });
    });

    it('ten at once make one new row', async () => {
      await Promise.all(Array.from({ length: 10 }, () => household.ask(household.ana, tmdbId)));
      expect(await household.rows()).toHaveLength(2);
      await household.app.deliver();
      expect(household.app.radarr.movies).toHaveLength(1);
    });

    it('makes none while the library can not be read: unreadable is not gone', async () => {
      household.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
      await household.app.clock.leap(120_000);
      const { body } = await household.ask(household.ana, tmdbId);
      expect(body).toMatchObject({ request_id: id, status: 'requested', status_known: false });
      expect(await household.rows()).toHaveLength(1);
    });
  });

  describe('doc4 §1.12: by another account', () => {
    it('is a row of its own, and the library is given the film once', async () => {
      const ben = await household.app.invite('ben');
      const tmdbId = household.film();
      const [one, other] = [await household.delivered(household.ana, tmdbId), await household.delivered(ben, tmdbId)];
      expect((await household.rows()).map(({ id, userId }) => [id, userId])).toEqual([
        [one, household.ana.userId],
        [other, ben.userId],
      ]);
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
      expect(household.app.radarr.searches).toHaveLength(1);
      expect(await household.job(other)).toMatchObject({ state: 'complete', deliveryStartedAt: null });
    });

    const many = counts({ always: 6, full: 50 });

    it(`${many} at once make ${many} rows and one record in the library`, async () => {
      const family: Session[] = [];
      for (let nth = 1; nth <= many; nth++) family.push(await household.app.invite(`cousin${nth}`));
      const tmdbId = household.film();
      const answers = await Promise.all(family.map((cousin) => household.ask(cousin, tmdbId)));
      expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(200));
      const rows = await household.rows();
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(many);
      expect(rows).toHaveLength(many);
      for (let sweep = 0; sweep < 2; sweep++) await household.app.deliver();
      for (const { id } of rows) expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
      expect(household.app.radarr.movies).toHaveLength(1);
    });
  });

  describe('doc4 §1.12: of what is on disk already', () => {
    it('is available at once with a warm digest: no row, no delivery', async () => {
      const tmdbId = household.film('Harbor Lights');
      household.app.radarr.given.movie({ tmdbId, hasFile: true });
      await household.status(household.ana, tmdbId);
      household.app.radarr.forgetCalls();
      const { status, body } = await household.ask(household.ana, tmdbId);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          status: 'available',
          title: 'Harbor Lights',
          message: 'Already in the library.',
          sentence: { code: 'request_not_needed' },
          instance_id: household.library,
          status_known: true,
        },
      });
      expect(await household.rows()).toEqual([]);
      expect(household.app.radarr.calls()).toEqual([]);
    });

    it('is available at once also where approval is needed: there is nothing to approve', async () => {
      await household.needApproval();
      const tmdbId = household.film();
      household.app.radarr.given.movie({ tmdbId, hasFile: true });
      await household.status(household.ana, tmdbId);
      expect((await household.ask(household.ana, tmdbId)).body).toMatchObject({ status: 'available' });
      expect(await household.rows()).toEqual([]);
    });

    it('doc4 Decisions, Owned already: with a cold digest it is a no-op delivery, complete without a started marker', async () => {
      const tmdbId = household.film();
      household.app.radarr.given.movie({ tmdbId, hasFile: true });
      const id = await household.delivered(household.ana, tmdbId);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 1, deliveryStartedAt: null });
      expect(await household.row(id)).toMatchObject({ status: 'requested', completedAt: household.app.clock.now() });
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'available', request_id: id });
    });
  });
});
