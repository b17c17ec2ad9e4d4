import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../harness/outcome.js';
import { EPISODES, FILMS, SERIES, ToolHouse } from './tool-house.js';

const UNREADABLE = [503, { message: 'a library can not be read, retry shortly' }];
const UNKNOWN = [404, { message: 'Request not found' }];

describe('where a request stands, as tools read it', () => {
  let house: ToolHouse;

  beforeEach(async () => {
    house = await ToolHouse.open();
  });

  afterEach(() => house.close());

  describe('doc2 §3: a film', () => {
    it('pending while it awaits a decision, and nothing is claimed of its title', async () => {
      await house.approval(true);
      expect(await house.stands(await house.askFilm(house.film()))).toEqual([1, 1]);
    });

    it('approved, and the title processing, from its approval to its delivery and until the file is there', async () => {
      const tmdbId = house.film();
      const id = await house.askFilm(tmdbId);
      expect(await house.stands(id)).toEqual([2, 3]);
      await house.app.deliver();
      expect(house.app.radarr.movie(tmdbId)).toBeDefined();
      expect(await house.stands(id)).toEqual([2, 3]);
    });

    it('completed as soon as the file is there, and approved again once it is gone: nothing is stored of it', async () => {
      const tmdbId = house.film();
      const id = await house.askFilm(tmdbId);
      await house.app.deliver();
      house.app.radarr.finishDownload(tmdbId);
      expect(await house.stands(id)).toEqual([5, 5]);
      house.app.radarr.removeMovie(tmdbId);
      expect(await house.stands(id)).toEqual([2, 1]);
    });

    it('failed when its delivery gave up and the film never landed; approved when it did', async () => {
      const tmdbId = house.film();
      const id = await house.askFilm(tmdbId);
      await house.app.deliver();
      house.app.radarr.removeMovie(tmdbId);
      await house.leave(id, { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
      expect(await house.stands(id)).toEqual([4, 1]);
      house.app.radarr.given.movie({ tmdbId });
      expect(await house.stands(id)).toEqual([2, 3]);
    });

    it('declined when an administrator denies it or its requester withdraws it', async () => {
      await house.approval(true);
      const [denied, withdrawn] = [await house.askFilm(house.film()), await house.askFilm(house.film())];
      await house.admin.post(`/api/admin/requests/${denied}/deny`, {});
      await house.ana.post(`/api/requests/${withdrawn}/delivery`, { action: 'cancel' });
      expect([await house.stands(denied), await house.stands(withdrawn)]).toEqual([
        [3, 1],
        [3, 1],
      ]);
    });

    it('its title is what the best library says', async () => {
      const tmdbId = house.film();
      const id = await house.askFilm(tmdbId);
      await house.app.deliver();
      const { radarr } = await house.addFilmLibrary();
      expect(await house.stands(id)).toEqual([2, 3]);
      const held = await house.addFilmLibrary();
      held.radarr.given.movie({ tmdbId, hasFile: true });
      radarr.given.movie({ tmdbId, monitored: false });
      expect(await house.stands(id)).toEqual([5, 5]);
    });

    it('of a library that was removed: by what the others say', async () => {
      const tmdbId = house.film();
      const { id: second, radarr } = await house.addFilmLibrary();
      const id = await house.askFilm(tmdbId);
      await house.app.deliver();
      radarr.given.movie({ tmdbId, hasFile: true });
      expect(await house.stands(id)).toEqual([5, 5]);
      const removed = await house.admin.delete(`/api/instances/${second}`);
      expect(removed.status).toBeLessThan(300);
      expect(await house.stands(id)).toEqual([2, 3]);
    });

    it('mediaAddedAt is the day of the file, externalServiceId the record', async () => {
      const addedAt = new Date(house.app.clock.now()).toISOString();
      await house.approval(true);
      const id = await house.askFilm(house.film());
      expect((await house.told(id)).media).toMatchObject({ mediaAddedAt: null, externalServiceId: null });
      await house.admin.post(`/api/admin/requests/${id}/approve`, {});
      await house.app.deliver();
      const { media } = await house.told(id);
      house.app.radarr.finishDownload(media.tmdbId as number);
      expect((await house.told(id)).media).toMatchObject({
        mediaAddedAt: addedAt,
        externalServiceId: house.app.radarr.movie(media.tmdbId as number)?.id,
        serviceId: 0,
      });
    });
  });

  describe('doc2 §3 and §4 Compat: a series', () => {
    const seasonsOf = async (id: number): Promise<unknown> =>
      (await house.told(id)).seasons.map(({ seasonNumber, status }) => [seasonNumber, status]);

    it('completed only when every requested season is on disk; each season says for itself', async () => {
      const show = house.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
      const id = await house.askSeries(show, { seasons: [1, 2] });
      await house.app.deliver();
      expect([await house.stands(id), await seasonsOf(id)]).toEqual([
        [2, 3],
        [
          [1, 2],
          [2, 2],
        ],
      ]);
      house.app.sonarr.importFiles(show.tvdbId, 1, 'aired');
      expect([await house.stands(id), await seasonsOf(id)]).toEqual([
        [2, 4],
        [
          [1, 5],
          [2, 2],
        ],
      ]);
      house.app.sonarr.importFiles(show.tvdbId, 2, [1]);
      expect(await house.stands(id)).toEqual([2, 4]);
      house.app.sonarr.importFiles(show.tvdbId, 2, 'aired');
      expect(await house.stands(id)).toEqual([5, 4]);
      house.app.sonarr.importFiles(show.tvdbId, 3, 'aired');
      expect(await house.stands(id)).toEqual([5, 5]);
    });

    it('an episode that airs takes its completion back, by time alone', async () => {
      const airsAt = house.app.clock.now() + 3_600_000;
      const show = house.show({ seasons: { 1: [0, airsAt] } });
      const id = await house.askSeries(show);
      await house.app.deliver();
      house.app.sonarr.importFiles(show.tvdbId, 1, [1]);
      expect(await house.stands(id)).toEqual([5, 5]);
      await house.app.clock.leap(3_600_000);
      expect(outcome(await house.tool.get(`/api/v1/request/${id}`))).toEqual([
        200,
        expect.objectContaining({ status: 2, media: expect.objectContaining({ status: 4 }) }),
      ]);
    });

    it('an episode that had aired by a clock that was wrong is to come again once that is set back', async () => {
      const show = house.show({ seasons: { 1: [0, house.app.clock.now() + 3_600_000] } });
      const id = await house.askSeries(show);
      await house.app.deliver();
      house.app.sonarr.importFiles(show.tvdbId, 1, [1]);
      house.app.clock.setWall(7_200_000);
      expect(await house.stands(id)).toEqual([2, 4]);
      house.app.clock.setWall(-7_200_000);
      expect(await house.stands(id)).toEqual([5, 5]);
    });

    it('seasons have the library’s numbers', async () => {
      const show = house.show({ seasons: { 1: 2, 2: 2 } });
      const path = `/api/admin/tv-matches/${show.tmdbId}`;
      const { match } = (await house.admin.get(path)).body as { match: { revision: string } };
      const change = { revision: match.revision, mode: 'custom', tvdb_id: show.tvdbId, season_map: { 1: 2 } };
      expect((await house.admin.put(path, { ...change, instance_id: house.series })).status).toBe(200);
      const id = await house.askSeries(show, { seasons: [1] });
      await house.app.deliver();
      expect(await seasonsOf(id)).toEqual([[2, 2]]);
      house.app.sonarr.importFiles(show.tvdbId, 2, 'aired');
      expect([await house.stands(id), await seasonsOf(id)]).toEqual([[5, 4], [[2, 5]]]);
    });

    it('a pilot is completed with its one episode', async () => {
      const show = house.show({ seasons: { 1: 3 } });
      const id = await house.askSeries(show, { season_scope: 'pilot' });
      await house.app.deliver();
      expect((await house.stands(id))[0]).toBe(2);
      house.app.sonarr.importFiles(show.tvdbId, 1, [2]);
      expect((await house.stands(id))[0]).toBe(2);
      house.app.sonarr.importFiles(show.tvdbId, 1, [1]);
      expect([await house.stands(id), await seasonsOf(id)]).toEqual([[5, 4], [[1, 5]]]);
    });

    it('seasons that lie in two libraries complete a request together', async () => {
      const show = house.show({ seasons: { 1: 2, 2: 2 } });
      const id = await house.askSeries(show, { seasons: [1, 2] });
      await house.app.deliver();
      house.app.sonarr.importFiles(show.tvdbId, 1, 'aired');
      const { sonarr } = await house.addSeriesLibrary();
      sonarr.given.series({ ...show, seasons: { 1: 2, 2: 2 }, files: { 2: 'aired' } });
      expect((await house.stands(id))[0]).toBe(5);
    });

    it('failed when none of its seasons landed', async () => {
      const show = house.show({ seasons: { 1: 2, 2: 2 } });
      const id = await house.askSeries(show, { seasons: [2] });
      await house.app.deliver();
      house.app.sonarr.removeSeries(show.tvdbId);
      house.app.sonarr.given.series({ ...show, seasons: { 1: 2, 2: 2 }, monitoredSeasons: [1] });
      await house.leave(id, { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
      expect((await house.stands(id))[0]).toBe(4);
      await house.leave(id, { state: 'attention', code: 'tv_match_paused', nextAttemptAt: null });
      expect((await house.stands(id))[0]).toBe(2);
    });
  });

  describe('doc2 §4 Compat rules: a library that can not be read', () => {
    it('is 503, never a thinner ledger, and told again once it can be read', async () => {
      const id = await house.askFilm(house.film());
      // It asks the library for the film, too.
      await house.app.deliver();
      house.app.radarr.fail(FILMS, 500);
      house.forgetShelves();
      for (const path of [`/${id}`, '', '/count', '?filter=pending', '?mediaType=movie'])
        expect(outcome(await house.tool.get(`/api/v1/request${path}`))).toEqual(UNREADABLE);
      house.app.radarr.recover();
      expect(await house.stands(id)).toEqual([2, 3]);
    });

    it('one of two is enough', async () => {
      const id = await house.askFilm(house.film());
      const { radarr } = await house.addFilmLibrary();
      radarr.fail(FILMS, 500);
      expect(outcome(await house.tool.get(`/api/v1/request/${id}`))).toEqual(UNREADABLE);
    });

    it('a list of episodes that decides and can not be read is 503 too, for what depends on it', async () => {
      const [partly, other] = [house.show({ seasons: { 1: 4 } }), house.show()];
      const [id, otherId] = [await house.askSeries(partly), await house.askSeries(other)];
      await house.app.deliver();
      house.app.sonarr.importFiles(partly.tvdbId, 1, [1]);
      house.app.sonarr.fail(EPISODES, 500, 99);
      house.forgetShelves();
      for (const path of [`/${id}`, '', '/count', '?filter=completed'])
        expect(outcome(await house.tool.get(`/api/v1/request${path}`))).toEqual(UNREADABLE);
      expect((await house.tool.get(`/api/v1/request/${otherId}`)).status).toBe(200);
      expect((await house.tool.get('/api/v1/request?mediaType=movie&filter=completed')).status).toBe(200);
      house.app.sonarr.recover();
      expect(await house.stands(id)).toEqual([2, 4]);
    });

    it('a read about series alone never touches the manager of films, and the other way round', async () => {
      const [film, series] = [await house.askFilm(house.film()), await house.askSeries(house.show())];
      await house.app.deliver();
      house.app.radarr.fail(FILMS, 500, 99);
      house.forgetShelves();
      house.app.radarr.forgetCalls();
      house.app.sonarr.forgetCalls();
      for (const path of [`/${series}`, '?mediaType=tv', '?mediaType=tv&filter=approved&sort=modified'])
        expect((await house.tool.get(`/api/v1/request${path}`)).status).toBe(200);
      expect([house.app.radarr.calls().length, house.app.sonarr.calls(SERIES).length]).toEqual([0, 1]);
      house.app.radarr.recover();
      house.forgetShelves();
      house.app.sonarr.forgetCalls();
      for (const path of [`/${film}`, '?mediaType=movie'])
        expect((await house.tool.get(`/api/v1/request${path}`)).status).toBe(200);
      expect([house.app.radarr.calls(FILMS).length, house.app.sonarr.calls().length]).toEqual([1, 0]);
    });
  });

  it('doc2 §7: an unknown request is 404, an id that is none 400, and no library is asked', async () => {
    expect(outcome(await house.tool.get('/api/v1/request/4711'))).toEqual(UNKNOWN);
    expect(outcome(await house.tool.get('/api/v1/request/x'))).toEqual([400, { message: 'invalid request id' }]);
    expect(house.app.radarr.calls(FILMS)).toEqual([]);
  });

  it('doc2 §2: a request carries the document’s names and the tracker’s', async () => {
    const askedAt = house.app.clock.now();
    const tmdbId = house.heldFilm({ hasFile: true });
    await house.approval(true);
    const id = await house.askFilm(tmdbId);
    await house.app.clock.advance(60_000);
    await house.admin.post(`/api/admin/requests/${id}/approve`, {});
    const decidedAt = new Date(house.app.clock.now()).toISOString();
    const createdAt = new Date(askedAt).toISOString();
    expect(await house.told(id)).toMatchObject({
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
      requestedBy: { id: house.ana.userId, username: 'ana' },
      modifiedBy: { id: house.admin.userId, username: 'admin' },
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
    const show = house.show();
    const series = await house.askSeries(show);
    expect((await house.told(series)).media).toMatchObject({
      id: show.tmdbId * 2 + 1,
      mediaType: 'tv',
      tvdbId: show.tvdbId,
      mediaAddedAt: null,
    });
  });
});
