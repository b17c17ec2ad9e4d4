import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { SystemRandom } from '../../../src/core/time/random.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { INSTANCE_SECRETS } from '../../../src/modules/instances/sealed-columns.js';
import { DeliveryWorkerJob } from '../../../src/modules/requests/delivery/delivery-worker.job.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestFailed } from '../../../src/modules/requests/requests.events.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { Household } from './household.js';

const MINUTE = 60_000;
const FIND = 'GET /api/v3/movie';
const ADD = 'POST /api/v3/movie';
const MONITOR = 'PUT /api/v3/movie/editor';
const COMMAND = 'POST /api/v3/command';

describe('a delivery whose library manager fails', () => {
  let household: Household;
  let tmdbId: number;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    tmdbId = household.film();
  });

  afterAll(() => household.close());

  /** How long from now until the next attempt, in minutes. */
  const waits = async (id: number): Promise<number> => {
    const { nextAttemptAt } = await household.job(id);
    return ((nextAttemptAt ?? NaN) - household.app.clock.now()) / MINUTE;
  };
  const later = async (minutes: number): Promise<void> => {
    await household.app.clock.leap(minutes * MINUTE);
    await household.app.deliver();
  };
  const fixtureAt = (id: number, change: Partial<DispatchRow>) =>
    household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, change));

  describe('doc4 §1.17: is tried again', () => {
    it.each<[string, FakeFault]>([
      ['hangs up', 'reset'],
      ['answers nonsense', 'garbage'],
    ])('when the manager %s', async (_how, fault) => {
      household.app.radarr.fail(FIND, fault);
      const id = await household.delivered(household.ana, tmdbId);
      expect(await household.job(id)).toMatchObject({
        state: 'retry',
        attempts: 1,
        code: 'service_unavailable',
        leaseToken: null,
        deliveryStartedAt: null,
      });
      await later(1);
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        attempts: 2,
        code: 'requested',
        message: null,
      });
      expect(household.app.radarr.movies).toHaveLength(1);
    });

    it('when the stored key can not be opened, and a new one repairs it', async () => {
      const otherBox = new SecretBox(randomBytes(32), new SystemRandom());
      const place = INSTANCE_SECRETS.apiKey.at(household.library);
      const apiKey = otherBox.seal(Secret.of(household.app.radarr.apiKey), place);
      await household.app
        .get(Database)
        .write((tx) => tx.update(ServiceInstanceRow, { id: household.library }, { apiKey }));
      const id = await household.delivered(household.ana, tmdbId);
      expect(await household.job(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' });
      await household.admin.put(`/api/instances/${household.library}`, {
        service_type: 'movie_manager',
        name: 'Films',
        url: household.app.radarr.url,
        api_key: household.app.radarr.apiKey,
      });
      await later(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });

    it("shows the manager's own message, which may name folders and servers, to administrators alone", async () => {
      household.app.radarr.fail(FIND, 401, 2);
      const theirs = await household.delivered(household.ana, tmdbId);
      const own = await household.delivered(household.admin, household.film());
      const message = 'The library manager could not take it yet: invalid API key';
      expect((await household.receipt(household.admin, own)).body).toMatchObject({
        delivery: [{ state: 'retry', message }],
      });
      expect((await household.receipt(household.ana, theirs)).text).not.toContain('API key');
    });

    it('and shows the requester the reason, the next attempt, and that it may be retried', async () => {
      household.app.radarr.fail(FIND, 401);
      const id = await household.delivered(household.ana, tmdbId);
      const { body } = await household.receipt(household.ana, id);
      expect(body).toMatchObject({
        status: 'requested',
        delivery: [
          {
            request_id: id,
            state: 'retry',
            attempts: 1,
            last_attempt_at: new Date(household.app.clock.now()).toISOString(),
            next_attempt_at: new Date(household.app.clock.now() + MINUTE).toISOString(),
            code: 'service_unavailable',
            message: 'The library could not take it yet; it is tried again.',
            can_manage: true,
            can_cancel: true,
          },
        ],
      });
    });

    it('by the sweep itself, every ten seconds, once its time has come', async () => {
      household.app.radarr.fail(FIND, 503);
      const id = await household.delivered(household.ana, tmdbId);
      const asked = household.app.clock.now();
      while ((await household.job(id)).state === 'retry') await household.app.clock.advance(10_000);
      expect(household.app.clock.now() - asked).toBeGreaterThanOrEqual(MINUTE);
      await household.app.get(DeliveryWorkerJob).idle();
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });
  });

  describe('doc4 §1.17: the back-off', () => {
    it('holds: a moment before its time nothing is tried', async () => {
      household.app.radarr.fail(FIND, 503);
      const id = await household.delivered(household.ana, tmdbId);
      household.app.radarr.forgetCalls();
      await household.app.clock.advance(MINUTE - 1);
      await household.app.deliver();
      expect(household.app.radarr.calls()).toEqual([]);
      expect(await household.job(id)).toMatchObject({ state: 'retry', attempts: 1 });
    });

    it('is as long as the manager asks for, where it limits us', async () => {
      household.app.radarr.fail(FIND, { status: 429, headers: { 'retry-after': '600' } });
      const id = await household.delivered(household.ana, tmdbId);
      expect(await waits(id)).toBe(10);
    });
  });

  describe('doc4 §1.17: a clock that is set', () => {
    it('back two hours in the middle of a delivery takes it from nobody', async () => {
      let id = 0;
      const letGo = await household.holdDelivery(async () => (id = await household.requestOf(household.ana, tmdbId)));
      household.app.clock.setWall(-120 * MINUTE);
      await household.app.clock.advance(10_000);
      letGo();
      await household.app.deliver();
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 1 });
    });
  });

  describe('doc4 §1.17: the end of patience', () => {
    const failed: RequestFailed[] = [];

    beforeAll(() => household.app.get(EventBus).on(RequestFailed, (event) => void failed.push(event)));

    it('is the fiftieth attempt: attention, retry_limit, with the last reason', async () => {
      household.app.radarr.fail(FIND, 503, Infinity);
      const id = await household.delivered(household.ana, tmdbId);
      await fixtureAt(id, { attempts: 48, nextAttemptAt: household.app.clock.now() });
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'retry', attempts: 49 });
      await fixtureAt(id, { nextAttemptAt: household.app.clock.now() });
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        attempts: 50,
        code: 'retry_limit',
        message: { text: 'The library manager could not take it yet: server returned status 503' },
        nextAttemptAt: null,
      });
      expect(failed.splice(0)).toEqual([new RequestFailed(id, '')]);
    });

    it('is not the end: a person’s retry begins again at nothing', async () => {
      household.app.radarr.fail(FIND, 503, 2);
      const id = await household.delivered(household.ana, tmdbId);
      await fixtureAt(id, { attempts: 49, nextAttemptAt: household.app.clock.now() });
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ code: 'retry_limit' });
      await household.act(household.ana, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 1, code: 'requested' });
    });

    it('is reached by attempts that never came to an end, too: each ended its process or lost its lease', async () => {
      const id = await household.requestOf(household.ana, tmdbId);
      await household.app.deliver();
      await fixtureAt(id, { state: 'processing', attempts: 50, leaseUntil: household.app.clock.now() });
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'retry_limit',
        attempts: 50,
        leaseUntil: null,
      });
      expect(failed.splice(0)).toContainEqual(new RequestFailed(id, ''));
    });
  });

  describe('doc2 §4 requests 4: sent, and the answer lost', () => {
    it('of an addition: one record, one search, and the started marker of the first attempt', async () => {
      household.app.radarr.fail(ADD, 'answer-lost');
      const id = await household.delivered(household.ana, tmdbId);
      const started = household.app.clock.now();
      expect(await household.job(id)).toMatchObject({ state: 'retry', deliveryStartedAt: started, mutation: 'add' });
      expect(await household.status(household.ana, tmdbId)).toMatchObject({ status: 'requested', status_known: true });
      await later(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 2, deliveryStartedAt: started });
      expect(household.app.radarr.calls(ADD)).toHaveLength(1);
      expect(household.app.radarr.movies).toHaveLength(1);
      expect(household.app.radarr.searches).toHaveLength(1);
    });

    it('of an addition that never arrived: added then, and the started marker is kept', async () => {
      household.app.radarr.fail(ADD, 'reset');
      const id = await household.delivered(household.ana, tmdbId);
      const started = household.app.clock.now();
      await later(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: started });
      expect(household.app.radarr.movies).toHaveLength(1);
      expect(household.app.radarr.searches).toHaveLength(1);
    });

    it('of monitoring: the search is still sent, once', async () => {
      household.app.radarr.given.movie({ tmdbId, monitored: false });
      household.app.radarr.fail(MONITOR, 'answer-lost');
      const id = await household.delivered(household.ana, tmdbId);
      expect(household.app.radarr.movie(tmdbId)).toMatchObject({ monitored: true });
      expect(household.app.radarr.searches).toEqual([]);
      await later(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 2 });
      expect(household.app.radarr.searches).toHaveLength(1);
    });

    it('of a search: the library says that it ran, so it is not sent again', async () => {
      household.app.radarr.given.movie({ tmdbId, monitored: false });
      household.app.radarr.fail(COMMAND, 'answer-lost', Infinity);
      const id = await household.delivered(household.ana, tmdbId);
      await later(1);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(household.app.radarr.searches).toHaveLength(1);
    });

    it('of a search that never arrives: it is sent until it does', async () => {
      household.app.radarr.given.movie({ tmdbId, monitored: false });
      household.app.radarr.fail(COMMAND, 'reset', 4);
      const id = await household.delivered(household.ana, tmdbId);
      for (const minutes of [1, 2, 4, 8]) await later(minutes);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 5 });
      expect(household.app.radarr.searches).toHaveLength(1);
    });
  });

  describe('while the server stops', () => {
    let shared: Household;

    beforeEach(async () => {
      shared = household;
      household = await Household.open();
      tmdbId = household.film();
    });

    afterEach(async () => {
      await household.close();
      household = shared;
    });

    it('the call under way is broken off and the job handed back, its attempt not counted', async () => {
      household.app.radarr.fail(FIND, 'timeout', Infinity);
      const asked = household.app.radarr.nextCall(FIND);
      const id = await household.requestOf(household.ana, tmdbId);
      await asked;
      await household.app.get(DeliveryWorkerJob).onModuleDestroy();
      expect(await household.job(id)).toMatchObject({ state: 'queued', attempts: 0, leaseToken: null, code: null });
    });
  });

  describe('while one library is dead', () => {
    /** More requests for other films of its library, accepted as well. */
    const alsoQueued = async (like: number, count: number): Promise<readonly number[]> => {
      const { id: _, ...request } = await household.row(like);
      const job = await household.job(like);
      return household.app.get(Database).write(async (tx) => {
        const ids: number[] = [];
        for (let nth = 1; nth <= count; nth++) {
          const row = { ...request, tmdbId: request.tmdbId + 1_000 + nth, openKey: null, status: 'requested' as const };
          const { identifiers } = await tx.insert(RequestRow, row);
          const { id: requestId } = identifiers[0] as { id: number };
          const nextAttemptAt = household.app.clock.now();
          await tx.insert(DispatchRow, { ...job, requestId, state: 'queued', nextAttemptAt });
          ids.push(requestId);
        }
        return ids;
      });
    };

    it('a library that never answers delays no other, however many of its requests wait', async () => {
      const other = await household.addLibrary();
      await household.assign(other.id, 'add', household.ana);
      household.app.radarr.fail(FIND, 'timeout', Infinity);
      await household.needApproval();
      const first = await household.requestOf(household.ana, tmdbId);
      const moving = await household.requestOf(household.ana, household.film(), { instance_id: other.id });
      const stuck = [first, ...(await alsoQueued(first, 32))];
      const asked = household.app.radarr.nextCall(FIND);
      await household.approve(first);
      await asked;
      const added = other.radarr.nextCall('POST /api/v3/movie');
      await household.approve(moving);
      await added;
      const hanging = await Promise.all(stuck.map((id) => household.job(id)));
      expect(hanging.filter(({ state }) => state === 'processing')).toHaveLength(1);
      await household.app.clock.leap(60_000);
    });

    it('its other requests keep their place and are delivered when it is back', async () => {
      await household.needApproval();
      const ids: number[] = [];
      for (let nth = 0; nth < 4; nth++) ids.push(await household.requestOf(household.ana, household.film()));
      await household.app.radarr.leave();
      for (const id of ids) await household.approve(id);
      await household.app.deliver();
      await household.app.radarr.start(household.app.radarr.port);
      // Those that were not tried yet at once, and the others when their time comes: no moment of theirs lies on the way.
      await household.app.deliver();
      await later(1);
      for (const id of ids) expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(household.app.radarr.movies).toHaveLength(4);
    });
  });
});
