import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { SystemRandom } from '../../../src/core/time/random.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/service-instance.entity.js';
import { INSTANCE_SECRETS } from '../../../src/modules/instances/sealed-columns.js';
import { DeliveryWorker } from '../../../src/modules/requests/delivery/delivery-worker.js';
import { DispatchRow } from '../../../src/modules/requests/jobs/dispatch-row.entity.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { Household } from './household.js';

const MINUTE = 60_000;
const FIND = 'GET /api/v3/movie';
const ADD = 'POST /api/v3/movie';
const MONITOR = 'PUT /api/v3/movie/editor';
const COMMAND = 'POST /api/v3/command';

describe('a delivery whose library manager fails', () => {
  let house: Household;
  let tmdbId: number;

  beforeAll(async () => {
    house = await Household.open();
  });

  beforeEach(async () => {
    await house.startOver();
    tmdbId = house.film();
  });

  afterAll(() => house.close());

  /** How long from now until the next attempt, in minutes. */
  const waits = async (id: number): Promise<number> => {
    const { nextAttemptAt } = await house.job(id);
    return ((nextAttemptAt ?? NaN) - house.app.clock.now()) / MINUTE;
  };
  const later = async (minutes: number): Promise<void> => {
    await house.app.clock.advance(minutes * MINUTE);
    await house.app.deliver();
  };
  const standAt = (id: number, change: Partial<DispatchRow>) =>
    house.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, change));

  describe('doc4 §1.17: is tried again', () => {
    it.each<[string, FakeFault]>([
      ['hangs up', 'reset'],
      ['is starting up', 503],
      ['answers nonsense', 'garbage'],
      ['refuses our key', 401],
    ])('when the manager %s', async (_how, fault) => {
      house.app.radarr.fail(FIND, fault);
      const id = await house.delivered(house.ana, tmdbId);
      expect(await house.job(id)).toMatchObject({
        state: 'retry',
        attempts: 1,
        code: 'service_unavailable',
        leaseToken: null,
        deliveryStartedAt: null,
      });
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 2, code: 'requested', message: '' });
      expect(house.app.radarr.movies).toHaveLength(1);
    });

    it('when the manager is not there at all', async () => {
      await house.app.radarr.leave();
      const id = await house.delivered(house.ana, tmdbId);
      expect(await house.job(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' });
      await house.app.radarr.start(house.app.radarr.port);
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });

    it('when the stored key can not be opened, and a new one repairs it', async () => {
      const otherBox = new SecretBox(randomBytes(32), new SystemRandom());
      const place = INSTANCE_SECRETS.apiKey.at(house.library);
      const apiKey = otherBox.seal(Secret.of(house.app.radarr.apiKey), place);
      await house.app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id: house.library }, { apiKey }));
      const id = await house.delivered(house.ana, tmdbId);
      expect(await house.job(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' });
      await house.admin.put(`/api/instances/${house.library}`, {
        service_type: 'movie_manager',
        name: 'Films',
        url: house.app.radarr.url,
        api_key: house.app.radarr.apiKey,
      });
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });

    it("tells administrators the manager's own words, which may name its folders and servers, and nobody else", async () => {
      house.app.radarr.fail(FIND, 401, 2);
      const theirs = await house.delivered(house.ana, tmdbId);
      const own = await house.delivered(house.admin, house.film());
      const message = 'The library manager could not take it yet: invalid API key';
      expect((await house.receipt(house.admin, own)).body).toMatchObject({ delivery: [{ state: 'retry', message }] });
      expect((await house.receipt(house.ana, theirs)).text).not.toContain('API key');
    });

    it('and says so to the one who asked: the reason, the next attempt, and that it may be hurried', async () => {
      house.app.radarr.fail(FIND, 401);
      const id = await house.delivered(house.ana, tmdbId);
      const { body } = await house.receipt(house.ana, id);
      expect(body).toMatchObject({
        status: 'requested',
        delivery: [
          {
            request_id: id,
            state: 'retry',
            attempts: 1,
            last_attempt_at: new Date(house.app.clock.now()).toISOString(),
            next_attempt_at: new Date(house.app.clock.now() + MINUTE).toISOString(),
            code: 'service_unavailable',
            message: 'The library could not take it yet; it is tried again.',
            can_manage: true,
            can_cancel: true,
          },
        ],
      });
    });

    it('by the sweep itself, every ten seconds, once its time has come', async () => {
      house.app.radarr.fail(FIND, 503);
      const id = await house.delivered(house.ana, tmdbId);
      const asked = house.app.clock.now();
      while ((await house.job(id)).state === 'retry') await house.app.clock.advance(10_000);
      expect(house.app.clock.now() - asked).toBeGreaterThanOrEqual(MINUTE);
      await house.app.get(DeliveryWorker).idle();
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });
  });

  describe('doc4 §1.17: the back-off', () => {
    it('is 1, 2, 4 minutes from attempt to attempt', async () => {
      house.app.radarr.fail(FIND, 503, Infinity);
      const id = await house.delivered(house.ana, tmdbId);
      for (const [made, minutes] of [1, 2, 4].entries()) {
        expect(await house.job(id)).toMatchObject({ state: 'retry', attempts: made + 1 });
        expect(await waits(id)).toBe(minutes);
        await later(minutes);
      }
    });

    it('holds: a moment before its time nothing is tried', async () => {
      house.app.radarr.fail(FIND, 503);
      const id = await house.delivered(house.ana, tmdbId);
      house.app.radarr.forgetCalls();
      await house.app.clock.advance(MINUTE - 1);
      await house.app.deliver();
      expect(house.app.radarr.calls()).toEqual([]);
      expect(await house.job(id)).toMatchObject({ state: 'retry', attempts: 1 });
    });

    it('is as long as the manager asks for, where it limits us', async () => {
      house.app.radarr.fail(FIND, { status: 429, headers: { 'retry-after': '600' } });
      const id = await house.delivered(house.ana, tmdbId);
      expect(await waits(id)).toBe(10);
    });
  });

  describe('doc4 §1.17: a clock that is set', () => {
    it('back two hours keeps no request waiting for them', async () => {
      house.app.radarr.fail(FIND, 503);
      const id = await house.delivered(house.ana, tmdbId);
      house.app.clock.setWall(-120 * MINUTE);
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 2 });
    });

    it.each([-120, 120])('by %i minutes in the middle of a delivery takes it from nobody', async (minutes) => {
      let id = 0;
      const letGo = await house.holdDelivery(async () => (id = await house.requestOf(house.ana, tmdbId)));
      house.app.clock.setWall(minutes * MINUTE);
      await house.app.clock.advance(10_000);
      letGo();
      await house.app.deliver();
      expect(house.app.radarr.calls(ADD)).toHaveLength(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 1 });
    });
  });

  describe('doc4 §1.17: the end of patience', () => {
    it('is the fiftieth attempt: attention, retry_limit, with the last reason', async () => {
      house.app.radarr.fail(FIND, 503, Infinity);
      const id = await house.delivered(house.ana, tmdbId);
      await standAt(id, { attempts: 48, nextAttemptAt: house.app.clock.now() });
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({ state: 'retry', attempts: 49 });
      await standAt(id, { nextAttemptAt: house.app.clock.now() });
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({
        state: 'attention',
        attempts: 50,
        code: 'retry_limit',
        message: 'The library manager could not take it yet: server returned status 503',
        nextAttemptAt: null,
      });
    });

    it('is not the end: a person’s retry begins again at nothing', async () => {
      house.app.radarr.fail(FIND, 503, 2);
      const id = await house.delivered(house.ana, tmdbId);
      await standAt(id, { attempts: 49, nextAttemptAt: house.app.clock.now() });
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({ code: 'retry_limit' });
      await house.act(house.ana, id, 'retry');
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 1, code: 'requested' });
    });

    it('is reached by attempts that never came to an end, too: each ended its process or lost its lease', async () => {
      const id = await house.requestOf(house.ana, tmdbId);
      await house.app.deliver();
      await standAt(id, { state: 'processing', attempts: 50, leaseUntil: house.app.clock.now() });
      await house.app.deliver();
      expect(await house.job(id)).toMatchObject({
        state: 'attention',
        code: 'retry_limit',
        attempts: 50,
        leaseUntil: null,
      });
    });
  });

  describe('doc2 §4 requests 4: sent, and the answer lost', () => {
    it('of an addition: one record, one search, and the started marker of the first attempt', async () => {
      house.app.radarr.fail(ADD, 'answer-lost');
      const id = await house.delivered(house.ana, tmdbId);
      const started = house.app.clock.now();
      expect(await house.job(id)).toMatchObject({ state: 'retry', deliveryStartedAt: started, mutation: 'add' });
      expect(await house.status(house.ana, tmdbId)).toMatchObject({ status: 'requested', status_known: true });
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 2, deliveryStartedAt: started });
      expect(house.app.radarr.calls(ADD)).toHaveLength(1);
      expect(house.app.radarr.movies).toHaveLength(1);
      expect(house.app.radarr.searches).toHaveLength(1);
    });

    it('of an addition that never arrived: added then, and the started marker is kept', async () => {
      house.app.radarr.fail(ADD, 'reset');
      const id = await house.delivered(house.ana, tmdbId);
      const started = house.app.clock.now();
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: started });
      expect(house.app.radarr.movies).toHaveLength(1);
      expect(house.app.radarr.searches).toHaveLength(1);
    });

    it('of monitoring: the search is still sent, once', async () => {
      house.app.radarr.given.movie({ tmdbId, monitored: false });
      house.app.radarr.fail(MONITOR, 'answer-lost');
      const id = await house.delivered(house.ana, tmdbId);
      expect(house.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
      expect(house.app.radarr.searches).toEqual([]);
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 2 });
      expect(house.app.radarr.searches).toHaveLength(1);
    });

    it('of a search: the library tells that it ran, so it is not sent again', async () => {
      house.app.radarr.given.movie({ tmdbId, monitored: false });
      house.app.radarr.fail(COMMAND, 'answer-lost', Infinity);
      const id = await house.delivered(house.ana, tmdbId);
      await later(1);
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
      expect(house.app.radarr.searches).toHaveLength(1);
    });

    it('of a search that never arrives: it is sent until it does', async () => {
      house.app.radarr.given.movie({ tmdbId, monitored: false });
      house.app.radarr.fail(COMMAND, 'reset', 4);
      const id = await house.delivered(house.ana, tmdbId);
      for (const minutes of [1, 2, 4, 8]) await later(minutes);
      expect(await house.job(id)).toMatchObject({ state: 'complete', attempts: 5 });
      expect(house.app.radarr.searches).toHaveLength(1);
    });
  });

  describe('while the server stops', () => {
    let shared: Household;

    beforeEach(async () => {
      shared = house;
      house = await Household.open();
      tmdbId = house.film();
    });

    afterEach(async () => {
      await house.close();
      house = shared;
    });

    it('the call under way is broken off and the job handed back, its attempt not counted', async () => {
      house.app.radarr.fail(FIND, 'timeout', Infinity);
      const asked = house.app.radarr.nextCall(FIND);
      const id = await house.requestOf(house.ana, tmdbId);
      await asked;
      await house.app.get(DeliveryWorker).onModuleDestroy();
      expect(await house.job(id)).toMatchObject({ state: 'queued', attempts: 0, leaseToken: null, code: null });
    });
  });

  describe('while one library is dead', () => {
    it('the deliveries of the others go on', async () => {
      const other = await house.addLibrary();
      await house.assign(other.id, 'add', house.ana);
      await house.app.radarr.leave();
      const stuck = await house.requestOf(house.ana, tmdbId);
      const moving = house.film();
      const id = await house.delivered(house.ana, moving, { instance_id: other.id });
      expect(await house.job(stuck)).toMatchObject({ state: 'retry' });
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
      expect(other.radarr.movie(moving)).toBeDefined();
    });

    it('a library that never answers holds up nobody else, however many of its requests wait in front', async () => {
      const other = await house.addLibrary();
      await house.assign(other.id, 'add', house.ana);
      house.app.radarr.fail(FIND, 'timeout', Infinity);
      await house.needApproval();
      const stuck: number[] = [];
      for (let nth = 0; nth < 40; nth++) stuck.push(await house.requestOf(house.ana, house.film()));
      const moving = await house.requestOf(house.ana, house.film(), { instance_id: other.id });
      const asked = house.app.radarr.nextCall(FIND);
      for (const id of stuck) await house.approve(id);
      await asked;
      const added = other.radarr.nextCall('POST /api/v3/movie');
      await house.approve(moving);
      await added;
      const hanging = await Promise.all(stuck.map((id) => house.job(id)));
      expect(hanging.filter(({ state }) => state === 'processing')).toHaveLength(1);
      await house.app.clock.advance(60_000);
    });

    it('its other requests keep their place and are delivered when it is back', async () => {
      await house.needApproval();
      const ids: number[] = [];
      for (let nth = 0; nth < 4; nth++) ids.push(await house.requestOf(house.ana, house.film()));
      await house.app.radarr.leave();
      for (const id of ids) await house.approve(id);
      await house.app.deliver();
      await house.app.radarr.start(house.app.radarr.port);
      // Those that were not tried yet at once, and the others when their time comes: no moment of theirs lies on the way.
      await house.app.deliver();
      await later(1);
      for (const id of ids) expect(await house.job(id)).toMatchObject({ state: 'complete' });
      expect(house.app.radarr.movies).toHaveLength(4);
    });
  });
});
