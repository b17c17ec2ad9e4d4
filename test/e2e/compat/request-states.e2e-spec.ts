import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statusAndBody } from '../../harness/status-and-body.js';
import { EPISODES, FILMS, SERIES, ToolHousehold } from './tool-household.js';

const UNREADABLE = [503, { message: 'a library can not be read, retry shortly' }];
const UNKNOWN = [404, { message: 'Request not found' }];

describe('the status of a request, as tools read it', () => {
  let household: ToolHousehold;

  beforeAll(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  describe('doc2 §3: a film', () => {
    it('pending while it awaits a decision, and nothing is claimed of its title', async () => {
      await household.approval(true);
      expect(await household.statuses(await household.askFilm(household.film()))).toEqual([1, 1]);
    });

    it('approved, and the title processing, from its approval to its delivery and until the file is there', async () => {
      const tmdbId = household.film();
      const id = await household.askFilm(tmdbId);
      expect(await household.statuses(id)).toEqual([2, 3]);
      await household.app.deliver();
      expect(household.app.radarr.movie(tmdbId)).toBeDefined();
      expect(await household.statuses(id)).toEqual([2, 3]);
    });

    it('completed as soon as the file is there, and approved again once it is gone: nothing is stored of it', async () => {
      const tmdbId = household.film();
      const id = await household.askFilm(tmdbId);
      await household.app.deliver();
      household.app.radarr.finishDownload(tmdbId);
      expect(await household.statuses(id)).toEqual([5, 5]);
      household.app.radarr.removeMovie(tmdbId);
      expect(await household.statuses(id)).toEqual([2, 1]);
    });

    it('failed when its delivery gave up and the film never landed; approved when it did', async () => {
      const tmdbId = household.film();
      const id = await household.askFilm(tmdbId);
      await household.app.deliver();
      household.app.radarr.removeMovie(tmdbId);
      await household.leave(id, { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
      expect(await household.statuses(id)).toEqual([4, 1]);
      household.app.radarr.given.movie({ tmdbId });
      expect(await household.statuses(id)).toEqual([2, 3]);
    });

    it('declined when an administrator denies it or its requester withdraws it', async () => {
      await household.approval(true);
      const [denied, withdrawn] = [
        await household.askFilm(household.film()),
        await household.askFilm(household.film()),
      ];
      await household.admin.post(`/api/admin/requests/${denied}/deny`, {});
      await household.ana.post(`/api/requests/${withdrawn}/delivery`, { action: 'cancel' });
      expect([await household.statuses(denied), await household.statuses(withdrawn)]).toEqual([
        [3, 1],
        [3, 1],
      ]);
    });

    it('its title is what the best library says', async () => {
      const tmdbId = household.film();
      const id = await household.askFilm(tmdbId);
      await household.app.deliver();
      const { radarr } = await household.addFilmLibrary();
      expect(await household.statuses(id)).toEqual([2, 3]);
      const held = await household.addFilmLibrary();
      held.radarr.given.movie({ tmdbId, hasFile: true });
      radarr.given.movie({ tmdbId, monitored: false });
      expect(await household.statuses(id)).toEqual([5, 5]);
    });

    it('of a library that was removed: by what the others say', async () => {
      const tmdbId = household.film();
      const { id: second, radarr } = await household.addFilmLibrary();
      const id = await household.askFilm(tmdbId);
      await household.app.deliver();
      radarr.given.movie({ tmdbId, hasFile: true });
      expect(await household.statuses(id)).toEqual([5, 5]);
      const removed = await household.admin.delete(`/api/instances/${second}`);
      expect(removed.status).toBeLessThan(300);
      expect(await household.statuses(id)).toEqual([2, 3]);
    });

    it('mediaAddedAt is the day of the file, externalServiceId the record', async () => {
      const addedAt = new Date(household.app.clock.now()).toISOString();
      await household.approval(true);
      const id = await household.askFilm(household.film());
      expect((await household.readRequest(id)).media).toMatchObject({ mediaAddedAt: null, externalServiceId: null });
      await household.admin.post(`/api/admin/requests/${id}/approve`, {});
      await household.app.deliver();
      const { media } = await household.readRequest(id);
      household.app.radarr.finishDownload(media.tmdbId as number);
      expect((await household.readRequest(id)).media).toMatchObject({
        mediaAddedAt: addedAt,
        externalServiceId: household.app.radarr.movie(media.tmdbId as number)?.id,
        serviceId: 0,
      });
    });
  });

  describe('doc2 §3 and §4 Compat: a series', () => {
    const seasonsOf = async (id: number): Promise<unknown> =>
      (await household.readRequest(id)).seasons.map(({ seasonNumber, status }) => [seasonNumber, status]);

    it('completed only when every requested season is on disk; each season says for itself', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
      const id = await household.askSeries(show, { seasons: [1, 2] });
      await household.app.deliver();
      expect([await household.statuses(id), await seasonsOf(id)]).toEqual([
        [2, 3],
        [
          [1, 2],
          [2, 2],
        ],
      ]);
      household.app.sonarr.importFiles(show.tvdbId, 1, 'aired');
      expect([await household.statuses(id), await seasonsOf(id)]).toEqual([
        [2, 4],
        [
          [1, 5],
          [2, 2],
        ],
      ]);
      household.app.sonarr.importFiles(show.tvdbId, 2, [1]);
      expect(await household.statuses(id)).toEqual([2, 4]);
      household.app.sonarr.importFiles(show.tvdbId, 2, 'aired');
      expect(await household.statuses(id)).toEqual([5, 4]);
      household.app.sonarr.importFiles(show.tvdbId, 3, 'aired');
      expect(await household.statuses(id)).toEqual([5, 5]);
    });

    it('an episode that airs takes its completion back, by time alone', async () => {
      const airsAt = household.app.clock.now() + 3_600_000;
      const show = household.show({ seasons: { 1: [0, airsAt] } });
      const id = await household.askSeries(show);
      await household.app.deliver();
      household.app.sonarr.importFiles(show.tvdbId, 1, [1]);
      expect(await household.statuses(id)).toEqual([5, 5]);
      await household.app.clock.leap(3_600_000);
      expect(statusAndBody(await household.tool.get(`/api/v1/request/${id}`))).toEqual([
        200,
        expect.objectContaining({ status: 2, media: expect.objectContaining({ status: 4 }) }),
      ]);
    });

    it('an episode that had aired by a clock that was wrong is to come again once that is set back', async () => {
      const show = household.show({ seasons: { 1: [0, household.app.clock.now() + 3_600_000] } });
      const id = await household.askSeries(show);
      await household.app.deliver();
      household.app.sonarr.importFiles(show.tvdbId, 1, [1]);
      household.app.clock.setWall(7_200_000);
      expect(await household.statuses(id)).toEqual([2, 4]);
      household.app.clock.setWall(-7_200_000);
      expect(await household.statuses(id)).toEqual([5, 5]);
    });

    it('seasons have the library’s numbers', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      const path = `/api/admin/tv-matches/${show.tmdbId}`;
      const { match } = (await household.admin.get(path)).body as { match: { revision: string } };
      const change = { revision: match.revision, mode: 'custom', tvdb_id: show.tvdbId, season_map: { 1: 2 } };
      expect((await household.admin.put(path, { ...change, instance_id: household.series })).status).toBe(200);
      const id = await household.askSeries(show, { seasons: [1] });
      await household.app.deliver();
      expect(await seasonsOf(id)).toEqual([[2, 2]]);
      household.app.sonarr.importFiles(show.tvdbId, 2, 'aired');
      expect([await household.statuses(id), await seasonsOf(id)]).toEqual([[5, 4], [[2, 5]]]);
    });

    it('a pilot is completed with its one episode', async () => {
      const show = household.show({ seasons: { 1: 3 } });
      const id = await household.askSeries(show, { season_scope: 'pilot' });
      await household.app.deliver();
      expect((await household.statuses(id))[0]).toBe(2);
      household.app.sonarr.importFiles(show.tvdbId, 1, [2]);
      expect((await household.statuses(id))[0]).toBe(2);
      household.app.sonarr.importFiles(show.tvdbId, 1, [1]);
      expect([await household.statuses(id), await seasonsOf(id)]).toEqual([[5, 4], [[1, 5]]]);
    });

    it('seasons that lie in two libraries complete a request together', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      const id = await household.askSeries(show, { seasons: [1, 2] });
      await household.app.deliver();
      household.app.sonarr.importFiles(show.tvdbId, 1, 'aired');
      const { sonarr } = await household.addSeriesLibrary();
      sonarr.given.series({ ...show, seasons: { 1: 2, 2: 2 }, files: { 2: 'aired' } });
      expect((await household.statuses(id))[0]).toBe(5);
    });

    it('failed when none of its seasons landed', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      const id = await household.askSeries(show, { seasons: [2] });
      await household.app.deliver();
      household.app.sonarr.removeSeries(show.tvdbId);
      household.app.sonarr.given.series({ ...show, seasons: { 1: 2, 2: 2 }, monitoredSeasons: [1] });
      await household.leave(id, { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
      expect((await household.statuses(id))[0]).toBe(4);
      await household.leave(id, { state: 'attention', code: 'tv_match_paused', nextAttemptAt: null });
      expect((await household.statuses(id))[0]).toBe(2);
    });
  });

  describe('doc2 §4 Compat rules: a library that can not be read', () => {
    it('is 503, never a shorter ledger, and answered again once it can be read', async () => {
      const id = await household.askFilm(household.film());
      // It asks the library for the film, too.
      await household.app.deliver();
      household.app.radarr.fail(FILMS, 500);
      household.forgetSnapshots();
      for (const path of [`/${id}`, '', '/count', '?filter=pending', '?mediaType=movie'])
        expect(statusAndBody(await household.tool.get(`/api/v1/request${path}`))).toEqual(UNREADABLE);
      household.app.radarr.recover();
      expect(await household.statuses(id)).toEqual([2, 3]);
    });

    it('one of two is enough', async () => {
      const id = await household.askFilm(household.film());
      const { radarr } = await household.addFilmLibrary();
      radarr.fail(FILMS, 500);
      expect(statusAndBody(await household.tool.get(`/api/v1/request/${id}`))).toEqual(UNREADABLE);
    });

    it('a list of episodes that decides and can not be read is 503 too, for what depends on it', async () => {
      const [partly, other] = [household.show({ seasons: { 1: 4 } }), household.show()];
      const [id, otherId] = [await household.askSeries(partly), await household.askSeries(other)];
      await household.app.deliver();
      household.app.sonarr.importFiles(partly.tvdbId, 1, [1]);
      household.app.sonarr.fail(EPISODES, 500, 99);
      household.forgetSnapshots();
      for (const path of [`/${id}`, '', '/count', '?filter=completed'])
        expect(statusAndBody(await household.tool.get(`/api/v1/request${path}`))).toEqual(UNREADABLE);
      expect((await household.tool.get(`/api/v1/request/${otherId}`)).status).toBe(200);
      expect((await household.tool.get('/api/v1/request?mediaType=movie&filter=completed')).status).toBe(200);
      household.app.sonarr.recover();
      expect(await household.statuses(id)).toEqual([2, 4]);
    });

    it('a read about series alone never touches the manager of films, and the other way round', async () => {
      const [film, series] = [await household.askFilm(household.film()), await household.askSeries(household.show())];
      await household.app.deliver();
      household.app.radarr.fail(FILMS, 500, 99);
      household.forgetSnapshots();
      household.app.radarr.forgetCalls();
      household.app.sonarr.forgetCalls();
      for (const path of [`/${series}`, '?mediaType=tv', '?mediaType=tv&filter=approved&sort=modified'])
        expect((await household.tool.get(`/api/v1/request${path}`)).status).toBe(200);
      expect([household.app.radarr.calls().length, household.app.sonarr.calls(SERIES).length]).toEqual([0, 1]);
      household.app.radarr.recover();
      household.forgetSnapshots();
      household.app.sonarr.forgetCalls();
      for (const path of [`/${film}`, '?mediaType=movie'])
        expect((await household.tool.get(`/api/v1/request${path}`)).status).toBe(200);
      expect([household.app.radarr.calls(FILMS).length, household.app.sonarr.calls().length]).toEqual([1, 0]);
    });
  });

  it('doc2 §7: an unknown request is 404, an id that is none 400, and no library is asked', async () => {
    expect(statusAndBody(await household.tool.get('/api/v1/request/4711'))).toEqual(UNKNOWN);
    expect(statusAndBody(await household.tool.get('/api/v1/request/x'))).toEqual([
      400,
      { message: 'invalid request id' },
    ]);
    expect(household.app.radarr.calls(FILMS)).toEqual([]);
  });

  it('doc2 §2: a request carries the document’s names and the tracker’s', async () => {
    const askedAt = household.app.clock.now();
    const tmdbId = household.heldFilm({ hasFile: true });
    await household.approval(true);
    const id = await household.askFilm(tmdbId);
    await household.app.clock.advance(60_000);
    await household.admin.post(`/api/admin/requests/${id}/approve`, {});
    const decidedAt = new Date(household.app.clock.now()).toISOString();
    const createdAt = new Date(askedAt).toISOString();
    expect(await household.readRequest(id)).toMatchObject({
      id,
      status: 5,
      type: 'movie',
      createdAt,
      updatedAt: decidedAt,
      is4k: false,
      serverId: 0,
      profileId: 0,
      tags: [],
      seasons: [],
      seasonCount: 0,
      requestedBy: { id: household.ana.userId, username: 'ana' },
      modifiedBy: { id: household.admin.userId, username: 'admin' },
      media: {
        id: tmdbId * 2,
        mediaType: 'movie',
        tmdbId,
        tvdbId: null,
        status: 5,
        status4k: 1,
        is4k: false,
        serverId: 0,
        createdAt,
        updatedAt: decidedAt,
        mediaAddedAt: createdAt,
      },
    });
    const show = household.show();
    const series = await household.askSeries(show);
    expect((await household.readRequest(series)).media).toMatchObject({
      id: show.tmdbId * 2 + 1,
      mediaType: 'tv',
      tvdbId: show.tvdbId,
      mediaAddedAt: null,
    });
  });
});
