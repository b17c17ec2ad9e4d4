import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { FILMS, ToolHousehold } from './tool-household.js';

const UNKNOWN = [404, { message: 'Request not found' }];
const DONE = [204, undefined];

describe('doc2 §4 Compat rules: deletion', () => {
  let household: ToolHousehold;

  beforeAll(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const forget = async (path: string) => statusAndBody(await household.tool.delete(`/api/v1/${path}`));
  const pending = async (): Promise<number> => {
    await household.approval(true);
    return household.askFilm(household.film());
  };

  const used = async (): Promise<unknown> => {
    const { body } = await household.ana.get('/api/me/request-quotas');
    const { allowances } = body as { allowances: readonly { media_type: string; used: number }[] };
    return allowances.find(({ media_type }) => media_type === 'movie')?.used;
  };

  it('forgets a request for its requester and for the ledger, gives back its unit and lets it be asked for again', async () => {
    const allowances = [{ media_type: 'movie', count: 5, window_days: 7 }];
    expect((await household.admin.put('/api/admin/request-quotas', { allowances })).status).toBe(200);
    await household.approval(true);
    const tmdbId = household.film();
    const id = await household.askFilm(tmdbId);
    expect(await used()).toBe(1);
    expect(await forget(`request/${id}`)).toEqual(DONE);
    expect(await used()).toBe(0);
    expect((await household.ana.get('/api/requests')).body).toEqual([]);
    expect((await household.list('')).ids).toEqual([]);
    expect(statusAndBody(await household.tool.get(`/api/v1/request/${id}`))).toEqual(UNKNOWN);
    expect(await forget(`request/${id}`)).toEqual(UNKNOWN);
    expect(statusAndBody(await household.tool.post(`/api/v1/request/${id}/approve`))).toEqual(UNKNOWN);
    expect((await household.list('')).ids).not.toContain(id);
    expect(await household.askFilm(tmdbId)).not.toBe(id);
  });

  it('doc2 §3, the rule of cancellation: what its delivery had begun with stays spent', async () => {
    const allowances = [{ media_type: 'movie', count: 5, window_days: 7 }];
    await household.admin.put('/api/admin/request-quotas', { allowances });
    const [begun, beside] = [household.film(), household.film()];
    household.app.radarr.fail('POST /api/v3/movie', 503);
    const id = await household.askFilm(begun);
    await household.app.deliver();
    await household.approval(true);
    await household.askFilm(beside);
    expect(await used()).toBe(2);
    expect(await forget(`request/${id}`)).toEqual(DONE);
    expect(await used()).toBe(2);
    expect(await forget(`media/${beside * 2}`)).toEqual(DONE);
    expect(await used()).toBe(1);
    expect((await household.ana.get('/api/requests')).body).toEqual([]);
  });

  it('asks no library, so that it works while none can be read', async () => {
    const id = await pending();
    household.app.radarr.fail(FILMS, 500, 99);
    household.forgetSnapshots();
    expect(await forget(`request/${id}`)).toEqual(DONE);
  });

  it('404 for an unknown request, 400 for an id that is none', async () => {
    expect(await forget('request/4711')).toEqual(UNKNOWN);
    expect(await forget('request/x')).toEqual([400, { message: 'invalid request id' }]);
  });

  it('409 while its delivery is being written, and nothing is forgotten', async () => {
    const tmdbId = household.film();
    const id = await household.askFilm(tmdbId);
    await household.app.deliver();
    await household.leave(id, {
      state: 'processing',
      leaseToken: 'held',
      leaseUntil: household.app.clock.now() + 60_000,
    });
    for (const path of [`request/${id}`, `media/${tmdbId * 2}`]) {
      const [status, body] = await forget(path);
      expect([status, body]).toEqual([409, { message: expect.any(String) }]);
    }
    expect((await household.list('')).ids).toEqual([id]);
  });

  it.each<[string, (id: number, tmdbId: number) => string]>([
    ['a request', (id) => `request/${id}`],
    ['a title', (_id, tmdbId) => `media/${tmdbId * 2}`],
  ])(
    'security 12: of %s by a key that is taken back before it is written is 403, and forgets nothing',
    async (_case, of) => {
      const tmdbId = household.film();
      const id = await household.askFilm(tmdbId);
      // No write but the one that forgets is to come.
      await household.app.deliver();
      const database = household.app.get(Database);
      const write = database.write.bind(database);
      database.write = async (work) => {
        Reflect.deleteProperty(database, 'write');
        await household.admin.delete('/api/admin/compat-api');
        return write(work);
      };
      expect(await forget(of(id, tmdbId))).toEqual([403, { message: expect.any(String) }]);
      expect((await household.ana.get('/api/requests')).body).toMatchObject([{ request_id: id }]);
    },
  );

  it('of a title: forgets every request for it, no matter who made it, and none of another', async () => {
    const [tmdbId, other] = [household.film(), household.film()];
    const kept = await household.askFilm(other);
    await household.askFilm(tmdbId);
    await household.askFilm(tmdbId, household.admin);
    const show = household.show({ tmdbId });
    const series = await household.askSeries(show);
    await household.app.deliver();
    expect(await forget(`media/${tmdbId * 2}`)).toEqual(DONE);
    expect((await household.list('')).ids).toEqual([series, kept]);
    expect(await forget(`media/${tmdbId * 2 + 1}`)).toEqual(DONE);
    expect((await household.list('')).ids).toEqual([kept]);
  });

  it('doc4 Decisions, compat DELETE media: of a title whose media id is larger than any id of a row', async () => {
    const film = 2 ** 31 - 1;
    household.app.tmdb.given.film({ id: film, title: 'The last one' });
    household.app.radarr.given.catalog([{ tmdbId: film, title: 'The last one', year: 2024 }]);
    const id = await household.askFilm(film);
    await household.app.deliver();
    expect((await household.readRequest(id)).media).toMatchObject({ id: 2 ** 32 - 2 });
    expect(await forget(`media/${2 ** 32 - 2}`)).toEqual(DONE);
    expect((await household.list('')).ids).toEqual([]);
  });

  it('security 18: of a title that nobody has asked for is 204, too', async () => {
    expect(await forget('media/8000001')).toEqual(DONE);
    expect(await forget('media/999999999999999')).toEqual(DONE);
    expect(await forget('media/x')).toEqual([400, { message: 'invalid media id' }]);
  });
});
