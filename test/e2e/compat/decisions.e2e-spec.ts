import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { RequestDecided } from '../../../src/modules/requests/requests.public.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { KeyClient } from '../../harness/key-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { Session } from '../../harness/start-app.js';
import { EPISODES, FILMS, SERIES, ToolHousehold, type ListedRequest } from './tool-household.js';

const UNKNOWN = [404, { message: 'Request not found' }];
const DONE = [204, undefined];

describe('what tools decide about requests', () => {
  let household: ToolHousehold;

  beforeAll(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const post = (id: number, verb: string) => household.tool.post(`/api/v1/request/${id}/${verb}`);
  const forget = async (path: string) => statusAndBody(await household.tool.delete(`/api/v1/${path}`));
  const pending = async (): Promise<number> => {
    await household.approval(true);
    return household.askFilm(household.film());
  };

  it('doc2 §3: approve decides as the issuing admin, and answers the request as it now reads', async () => {
    const id = await pending();
    const { status, body } = await post(id, 'approve');
    const answered = body as ListedRequest;
    expect([status, answered.id, answered.status, answered.media.status]).toEqual([200, id, 2, 3]);
    expect(answered.modifiedBy).toMatchObject({ id: household.admin.userId, username: 'admin' });
    await household.app.deliver();
    expect(household.app.radarr.movie(Number(answered.media['tmdbId']))).toBeDefined();
  });

  it('doc2 §3: decline decides as the issuing admin; the requester sees it denied', async () => {
    const id = await pending();
    const { status, body } = await post(id, 'decline');
    expect([status, (body as ListedRequest).status]).toEqual([200, 3]);
    expect((body as ListedRequest).modifiedBy).toMatchObject({ id: household.admin.userId });
    expect((await household.ana.get('/api/requests')).body).toMatchObject([{ status: 'denied' }]);
  });

  it('doc2 §7, doc4 decisions: a requester who lost the library is 409: to tools, 403 is a bad key and nothing else', async () => {
    const id = await pending();
    const change = { action: 'remove', user_ids: [household.ana.userId] };
    expect((await household.admin.patch(`/api/instances/${household.films}/assignments`, change)).status).toBe(200);
    expect(statusAndBody(await post(id, 'approve'))).toEqual([
      409,
      { message: 'the requester no longer has access to this library' },
    ]);
    expect((await household.statuses(id))[0]).toBe(1);
    expect(statusAndBody(await post(id, 'decline'))).toEqual([200, expect.objectContaining({ status: 3 })]);
  });

  it.each(['approve', 'decline'])('%s: 404 for an unknown request, 400 for one that was decided', async (verb) => {
    expect(statusAndBody(await post(4711, verb))).toEqual(UNKNOWN);
    const id = await household.askFilm(household.film());
    await household.app.deliver();
    const { status, body } = await post(id, verb);
    expect([status, body]).toEqual([400, { message: expect.any(String) }]);
  });

  it.each(['approve', 'decline'])('%s decides nothing while the status of the request is unknown', async (verb) => {
    const id = await pending();
    household.app.radarr.fail(FILMS, 500);
    household.forgetSnapshots();
    expect((await post(id, verb)).status).toBe(503);
    household.app.radarr.recover();
    expect((await household.statuses(id))[0]).toBe(1);
  });

  describe('security 12: authority at the moment of the decision', () => {
    /**
     * Calls by the key of an administrator, and lets something become of it while the library keeps the call waiting.
     */
    const meanwhile = async (verb: string, happens: (eve: Session) => Promise<unknown>) => {
      const id = await pending();
      const eve = await household.app.invite('eve');
      await household.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
      const tool = await KeyClient.issuedBy(household.app, eve);
      const { promise, resolve } = manualPromise();
      household.app.radarr.route(FILMS, async () => {
        await promise;
        return { body: [] };
      });
      household.forgetSnapshots();
      const arrived = household.app.radarr.nextCall(FILMS);
      const answer = tool.post(`/api/v1/request/${id}/${verb}`);
      await arrived;
      await happens(eve);
      resolve();
      return statusAndBody(await answer);
    };

    it.each(['approve', 'decline'])(
      '%s by somebody who is demoted meanwhile is 403 and decides nothing',
      async (verb) => {
        const demoted = await meanwhile(verb, ({ userId }) =>
          household.admin.patch(`/api/admin/users/${userId}`, { role: 'user' }),
        );
        expect(demoted).toEqual([403, { message: expect.any(String) }]);
        expect((await household.ana.get('/api/requests')).body).toMatchObject([{ status: 'pending' }]);
      },
    );

    it.each<[string, (eve: Session) => Promise<unknown>]>([
      ['taken back', () => household.admin.delete('/api/admin/compat-api')],
      ['replaced', () => household.admin.post('/api/admin/compat-api')],
      ['orphaned', ({ userId }) => household.admin.delete(`/api/admin/users/${userId}`)],
    ])('approve by a key that is %s meanwhile is 403 and decides nothing', async (_case, happens) => {
      expect(await meanwhile('approve', happens)).toEqual([403, { message: expect.any(String) }]);
      expect((await household.ana.get('/api/requests')).body).toMatchObject([{ status: 'pending' }]);
    });

    it.each(['approve', 'decline'])('%s by a key that stays valid decides', async (verb) => {
      expect((await meanwhile(verb, () => Promise.resolve()))[0]).toBe(200);
    });
  });

  describe('a decision that was made is answered, though a library can not be read any more', () => {
    /** The libraries fail from the moment of a decision on. */
    let hasToFail = false;
    beforeAll(() => {
      household.app.get(EventBus).on(RequestDecided, () => {
        if (!hasToFail) return;
        household.app.radarr.fail(FILMS, 500, 99);
        household.app.sonarr.fail(SERIES, 500, 99);
        household.forgetSnapshots();
      });
    });
    afterEach(() => void (hasToFail = false));

    it.each([
      ['approve', 2, 3],
      ['decline', 3, 1],
    ])('%s of a film', async (verb, status, media) => {
      const id = await pending();
      hasToFail = true;
      const answer = await post(id, verb);
      expect(statusAndBody(answer)).toEqual([200, expect.objectContaining({ id, status })]);
      expect((answer.body as ListedRequest).media.status).toBe(media);
      expect((await household.tool.get(`/api/v1/request/${id}`)).status).toBe(503);
    });

    it('as libraries held it before: a film that is there is completed, of a series each season for itself', async () => {
      const film = household.heldFilm({ hasFile: true });
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired' }, monitoredSeasons: [] });
      await household.approval(true);
      const [filmId, seriesId] = [await household.askFilm(film), await household.askSeries(show, { seasons: [1, 2] })];
      hasToFail = true;
      expect(statusAndBody(await post(filmId, 'approve'))).toEqual([200, expect.objectContaining({ status: 5 })]);
      household.app.sonarr.recover();
      const { status, body } = await post(seriesId, 'approve');
      const answered = body as ListedRequest;
      expect([status, answered.status, answered.media.status]).toEqual([200, 2, 4]);
      expect(answered.seasons.map((season) => season.status)).toEqual([5, 2]);
    });
  });

  it('approve decides nothing while a list of episodes that would decide can not be read; decline does', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 3 } });
    const { sonarr } = await household.addSeriesLibrary();
    sonarr.given.series({ ...show, seasons: { 1: 2 }, files: { 1: 'aired' } });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 2: [1] } });
    await household.approval(true);
    const id = await household.askSeries(show, { seasons: [2] });
    household.app.sonarr.fail(EPISODES, 500, 99);
    household.forgetSnapshots();
    expect((await post(id, 'approve')).status).toBe(503);
    expect((await household.ana.get('/api/requests')).body).toMatchObject([{ status: 'pending' }]);
    expect(statusAndBody(await post(id, 'decline'))).toEqual([200, expect.objectContaining({ status: 3 })]);
  });

  it('doc2 §4 Compat rules: deciding about a series and forgetting it never touches the manager of films', async () => {
    await household.approval(true);
    const [approved, declined] = [
      await household.askSeries(household.show()),
      await household.askSeries(household.show()),
    ];
    household.app.radarr.fail(FILMS, 500, 99);
    household.forgetSnapshots();
    household.app.radarr.forgetCalls();
    expect((await post(approved, 'approve')).status).toBe(200);
    expect((await post(declined, 'decline')).status).toBe(200);
    await household.app.deliver();
    expect(await forget(`request/${approved}`)).toEqual(DONE);
    expect(await forget(`request/${declined}`)).toEqual(DONE);
    expect(household.app.radarr.calls()).toEqual([]);
  });

  describe('while the jobs run', () => {
    let running: ToolHousehold;

    beforeAll(async () => {
      running = await ToolHousehold.open();
    });

    afterAll(() => running.close());

    it('doc4 §1.17: what a tool approves is delivered without waiting for the next sweep', async () => {
      await running.approval(true);
      const id = await running.askFilm(running.film());
      running.app.get(JobRunner).start();
      const added = running.app.radarr.nextCall('POST /api/v3/movie');
      expect((await running.tool.post(`/api/v1/request/${id}/approve`)).status).toBe(200);
      await added;
      await running.app.deliver();
    });
  });
});
