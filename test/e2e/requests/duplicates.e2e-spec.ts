import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestPending } from '../../../src/modules/requests/requests.events.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';

const ADD = 'POST /api/v3/movie';

describe('asking for the same thing again', () => {
  let house: Household;

  beforeAll(async () => {
    house = await Household.open();
  });

  beforeEach(() => house.startOver());

  afterAll(() => house.close());

  describe('doc4 §1.12: by the same account, while it waits for approval', () => {
    beforeEach(() => house.needApproval());

    it('is answered with the request that stands: one row, no second event', async () => {
      const events: number[] = [];
      house.app.get(EventBus).on(RequestPending, ({ requestId }) => void events.push(requestId));
      const tmdbId = house.film();
      const first = await house.ask(house.ana, tmdbId);
      await house.app.clock.advance(1_000);
      const second = await house.ask(house.ana, tmdbId);
      expect(second.status).toBe(200);
      expect(second.body).toEqual(first.body);
      expect(second.body).toMatchObject({ success: true, status: 'pending' });
      expect(await house.rows()).toHaveLength(1);
      expect(events).toEqual([(first.body as { request_id: number }).request_id]);
    });

    it('does not change what was chosen first', async () => {
      await house.admin.put('/api/admin/request-settings', { allow_quality_choice: true });
      const tmdbId = house.film();
      const id = await house.requestOf(house.ana, tmdbId, { quality_profile_id: 4 });
      await house.requestOf(house.ana, tmdbId, { quality_profile_id: 6 });
      expect(await house.row(id)).toMatchObject({ qualityProfileId: 4 });
    });

    it('ten at once make one row', async () => {
      const tmdbId = house.film();
      const answers = await Promise.all(Array.from({ length: 10 }, () => house.ask(house.ana, tmdbId)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map(({ body }) => (body as { request_id: number }).request_id)).size).toBe(1);
      expect(await house.rows()).toHaveLength(1);
    });

    it('in another library is another request', async () => {
      const other = await house.addLibrary();
      await house.assign(other.id, 'add', house.ana);
      const tmdbId = house.film();
      await house.requestOf(house.ana, tmdbId);
      await house.requestOf(house.ana, tmdbId, { instance_id: other.id });
      expect((await house.rows()).map((row) => row.instanceId)).toEqual([house.library, other.id]);
    });

    it('after it was withdrawn makes a new row', async () => {
      const tmdbId = house.film();
      const id = await house.requestOf(house.ana, tmdbId);
      await house.act(house.ana, id, 'cancel');
      expect(await house.requestOf(house.ana, tmdbId)).not.toBe(id);
    });
  });

  describe('doc4 §1.12: by the same account, after it was accepted', () => {
    it('ten at once make one row and one record in the library', async () => {
      const tmdbId = house.film();
      const answers = await Promise.all(Array.from({ length: 10 }, () => house.ask(house.ana, tmdbId)));
      await house.app.deliver();
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await house.rows()).toHaveLength(1);
      expect(house.app.radarr.calls(ADD)).toHaveLength(1);
      expect(house.app.radarr.movies).toHaveLength(1);
    });

    it('says that it was requested already, with the live state', async () => {
      const tmdbId = house.film();
      const id = await house.delivered(house.ana, tmdbId);
      house.app.radarr.startDownload(tmdbId);
      const { body } = await house.ask(house.ana, tmdbId);
      expect(body).toMatchObject({ request_id: id, status: 'downloading', message: 'Already requested.' });
      await house.app.deliver();
      expect(house.app.radarr.calls(ADD)).toHaveLength(1);
    });

    it.each(['retry', 'attention'] as const)('while its delivery stands at %s: the same request', async (state) => {
      const tmdbId = house.film();
      if (state === 'retry') house.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
      else house.app.radarr.given.rootFolders([]);
      const id = await house.delivered(house.ana, tmdbId);
      expect(await house.job(id)).toMatchObject({ state });
      expect(await house.requestOf(house.ana, tmdbId)).toBe(id);
      expect(await house.rows()).toHaveLength(1);
    });
  });

  describe('doc4 §1.9: after it was delivered and then deleted from the library', () => {
    let tmdbId: number;
    let id: number;

    beforeEach(async () => {
      tmdbId = house.film();
      id = await house.delivered(house.ana, tmdbId);
      house.app.radarr.removeMovie(tmdbId);
      await house.app.clock.advance(120_000);
    });

    it('makes a new row and a new delivery; the old row is history and reads unavailable', async () => {
      const again = await house.delivered(house.ana, tmdbId);
      expect(again).not.toBe(id);
      expect(await house.rows()).toMatchObject([
        { id, status: 'unavailable', openKey: null },
        { id: again, status: 'requested' },
      ]);
      expect(house.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
      expect(await house.job(again)).toMatchObject({ state: 'complete' });
    });

    it('ten at once make one new row', async () => {
      await Promise.all(Array.from({ length: 10 }, () => house.ask(house.ana, tmdbId)));
      expect(await house.rows()).toHaveLength(2);
      await house.app.deliver();
      expect(house.app.radarr.movies).toHaveLength(1);
    });

    it('makes none while the library can not be read: unreadable is not gone', async () => {
      house.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
      await house.app.clock.advance(120_000);
      const { body } = await house.ask(house.ana, tmdbId);
      expect(body).toMatchObject({ request_id: id, status: 'requested', status_known: false });
      expect(await house.rows()).toHaveLength(1);
    });
  });

  describe('doc4 §1.12: by another account', () => {
    it('is a row of its own, and the library is given the film once', async () => {
      const ben = await house.app.invite('ben');
      const tmdbId = house.film();
      const [one, other] = [await house.delivered(house.ana, tmdbId), await house.delivered(ben, tmdbId)];
      expect((await house.rows()).map(({ id, userId }) => [id, userId])).toEqual([
        [one, house.ana.userId],
        [other, ben.userId],
      ]);
      expect(house.app.radarr.calls(ADD)).toHaveLength(1);
      expect(house.app.radarr.searches).toHaveLength(1);
      expect(await house.job(other)).toMatchObject({ state: 'complete', deliveryStartedAt: null });
    });

    it('fifty at once make fifty rows and one record in the library', async () => {
      const family: Session[] = [];
      for (let nth = 1; nth <= 50; nth++) family.push(await house.app.invite(`cousin${nth}`));
      const tmdbId = house.film();
      const answers = await Promise.all(family.map((cousin) => house.ask(cousin, tmdbId)));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      const rows = await house.rows();
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(50);
      expect(rows).toHaveLength(50);
      for (let sweep = 0; sweep < 2; sweep++) await house.app.deliver();
      for (const { id } of rows) expect(await house.job(id)).toMatchObject({ state: 'complete' });
      expect(house.app.radarr.calls(ADD)).toHaveLength(1);
      expect(house.app.radarr.movies).toHaveLength(1);
    });
  });

  describe('doc4 §1.12: of what is on disk already', () => {
    it('is available at once with a warm digest: no row, no delivery', async () => {
      const tmdbId = house.film('Harbor Lights');
      house.app.radarr.given.movie({ tmdbId, hasFile: true });
      await house.status(house.ana, tmdbId);
      house.app.radarr.forgetCalls();
      const { status, body } = await house.ask(house.ana, tmdbId);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          status: 'available',
          title: 'Harbor Lights',
          message: 'Already in the library.',
          instance_id: house.library,
          status_known: true,
        },
      });
      expect(await house.rows()).toEqual([]);
      expect(house.app.radarr.calls()).toEqual([]);
    });

    it('is available at once also where approval is needed: there is nothing to approve', async () => {
      await house.needApproval();
      const tmdbId = house.film();
      house.app.radarr.given.movie({ tmdbId, hasFile: true });
      await house.status(house.ana, tmdbId);
      expect((await house.ask(house.ana, tmdbId)).body).toMatchObject({ status: 'available' });
      expect(await house.rows()).toEqual([]);
    });

    it('doc4 Decisions, Owned already: with a cold digest it is a no-op delivery, complete without a started marker', async () => {
      const tmdbId = house.film();
      house.app.radarr.given.movie({ tmdbId, hasFile: true });
      const id = await house.delivered(house.ana, tmdbId);
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 1, deliveryStartedAt: null });
      expect(await house.row(id)).toMatchObject({ status: 'requested', completedAt: house.app.clock.now() });
      expect(await house.status(house.ana, tmdbId)).toMatchObject({ status: 'available', request_id: id });
    });
  });
});
