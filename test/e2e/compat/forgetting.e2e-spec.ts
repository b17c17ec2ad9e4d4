import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { outcome } from '../../harness/outcome.js';
import { FILMS, ToolHouse } from './tool-house.js';

const UNKNOWN = [404, { message: 'Request not found' }];
const DONE = [204, undefined];

describe('doc2 §4 Compat rules: deletion', () => {
  let house: ToolHouse;

  beforeEach(async () => {
    house = await ToolHouse.open();
  });

  afterEach(() => house.close());

  const forget = async (path: string) => outcome(await house.tool.delete(`/api/v1/${path}`));
  const pending = async (): Promise<number> => {
    await house.approval(true);
    return house.askFilm(house.film());
  };

  const used = async (): Promise<unknown> => {
    const { body } = await house.ana.get('/api/me/request-quotas');
    const { allowances } = body as { allowances: readonly { media_type: string; used: number }[] };
    return allowances.find(({ media_type }) => media_type === 'movie')?.used;
  };

  it('forgets a request for its requester and for the ledger, gives back its unit and lets it be asked for again', async () => {
    const allowances = [{ media_type: 'movie', count: 5, window_days: 7 }];
    expect((await house.admin.put('/api/admin/request-quotas', { allowances })).status).toBe(200);
    await house.approval(true);
    const tmdbId = house.film();
    const id = await house.askFilm(tmdbId);
    expect(await used()).toBe(1);
    expect(await forget(`request/${id}`)).toEqual(DONE);
    expect(await used()).toBe(0);
    expect((await house.ana.get('/api/requests')).body).toEqual([]);
    expect((await house.list('')).ids).toEqual([]);
    expect(outcome(await house.tool.get(`/api/v1/request/${id}`))).toEqual(UNKNOWN);
    expect(await forget(`request/${id}`)).toEqual(UNKNOWN);
    expect(outcome(await house.tool.post(`/api/v1/request/${id}/approve`))).toEqual(UNKNOWN);
    expect((await house.list('')).ids).not.toContain(id);
    expect(await house.askFilm(tmdbId)).not.toBe(id);
  });

  it('doc2 §3, the rule of cancellation: what its delivery had begun with stays spent', async () => {
    const allowances = [{ media_type: 'movie', count: 5, window_days: 7 }];
    await house.admin.put('/api/admin/request-quotas', { allowances });
    const [begun, beside] = [house.film(), house.film()];
    house.app.radarr.fail('POST /api/v3/movie', 503);
    const id = await house.askFilm(begun);
    await house.app.deliver();
    await house.approval(true);
    await house.askFilm(beside);
    expect(await used()).toBe(2);
    expect(await forget(`request/${id}`)).toEqual(DONE);
    expect(await used()).toBe(2);
    expect(await forget(`media/${beside * 2}`)).toEqual(DONE);
    expect(await used()).toBe(1);
    expect((await house.ana.get('/api/requests')).body).toEqual([]);
  });

  it('asks no library, so that it works while none can be read', async () => {
    const id = await pending();
    house.app.radarr.fail(FILMS, 500, 99);
    house.forgetShelves();
    expect(await forget(`request/${id}`)).toEqual(DONE);
  });

  it('404 for an unknown request, 400 for an id that is none', async () => {
    expect(await forget('request/4711')).toEqual(UNKNOWN);
    expect(await forget('request/x')).toEqual([400, { message: 'invalid request id' }]);
  });

  it('409 while its delivery is being written, and nothing is forgotten', async () => {
    const tmdbId = house.film();
    const id = await house.askFilm(tmdbId);
    await house.app.deliver();
    await house.leave(id, { state: 'processing', leaseToken: 'held', leaseUntil: house.app.clock.now() + 60_000 });
    for (const path of [`request/${id}`, `media/${tmdbId * 2}`]) {
      const [status, body] = await forget(path);
      expect([status, body]).toEqual([409, { message: expect.any(String) }]);
    }
    expect((await house.list('')).ids).toEqual([id]);
  });

  it.each<[string, (id: number, tmdbId: number) => string]>([
    ['a request', (id) => `request/${id}`],
    ['a title', (_id, tmdbId) => `media/${tmdbId * 2}`],
  ])(
    'security 12: of %s by a key that is taken back before it is written is 403, and forgets nothing',
    async (_case, of) => {
      const tmdbId = house.film();
      const id = await house.askFilm(tmdbId);
      // No write but the one that forgets is to come.
      await house.app.deliver();
      const database = house.app.get(Database);
      const write = database.write.bind(database);
      database.write = async (work) => {
        Reflect.deleteProperty(database, 'write');
        await house.admin.delete('/api/admin/compat-api');
        return write(work);
      };
      expect(await forget(of(id, tmdbId))).toEqual([403, { message: expect.any(String) }]);
      expect((await house.ana.get('/api/requests')).body).toMatchObject([{ request_id: id }]);
    },
  );

  it('of a title: forgets every request for it, whoever made it, and none of another', async () => {
    const [tmdbId, other] = [house.film(), house.film()];
    const kept = await house.askFilm(other);
    await house.askFilm(tmdbId);
    await house.askFilm(tmdbId, house.admin);
    const show = house.show({ tmdbId });
    const series = await house.askSeries(show);
    await house.app.deliver();
    expect(await forget(`media/${tmdbId * 2}`)).toEqual(DONE);
    expect((await house.list('')).ids).toEqual([series, kept]);
    expect(await forget(`media/${tmdbId * 2 + 1}`)).toEqual(DONE);
    expect((await house.list('')).ids).toEqual([kept]);
  });

  it('doc4 Decisions, compat DELETE media: of a title whose media id is larger than any id of a row', async () => {
    const film = 2 ** 31 - 1;
    house.app.tmdb.given.film({ id: film, title: 'The last one' });
    house.app.radarr.given.catalog([{ tmdbId: film, title: 'The last one', year: 2024 }]);
    const id = await house.askFilm(film);
    await house.app.deliver();
    expect((await house.told(id)).media).toMatchObject({ id: 2 ** 32 - 2 });
    expect(await forget(`media/${2 ** 32 - 2}`)).toEqual(DONE);
    expect((await house.list('')).ids).toEqual([]);
  });

  it('security 18: of a title that nobody has asked for is 204, too', async () => {
    expect(await forget('media/8000001')).toEqual(DONE);
    expect(await forget('media/999999999999999')).toEqual(DONE);
    expect(await forget('media/x')).toEqual([400, { message: 'invalid media id' }]);
  });
});
