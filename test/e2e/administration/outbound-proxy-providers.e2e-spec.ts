import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../fakes/fake-server.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import { groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import { ProxyFake } from '../../fakes/proxy/proxy-fake.js';
import type { Answer } from '../../harness/http-client.js';
import type { BookHousehold } from '../bookcatalog/book-household.js';
import { PROVIDERS, providersHousehold } from '../discovery/providers.js';

const PASSWORD = 'planted-proxy-password';
const FRONT = 'GET /release-group/:id/:front';

/** Pictures of hosts in the world: nobody has their certificates, so what is seen is whom the proxy is asked to lead to. */
const RELAYS = [
  [
    '/api/listprov/images/walter-r2.trakt.tv/images/movies/000/000/801/posters/thumb/demo.jpg.webp',
    'walter-r2.trakt.tv',
  ],
  ['/api/discover/books/images/books/330102/cover.jpg', 'assets.hardcover.app'],
] as const;

describe('doc2 §4, doc4 §9: the external network path', () => {
  let household: BookHousehold;
  let proxy: ProxyFake;

  beforeAll(async () => {
    household = await providersHousehold();
  });

  /** No connection is open from the test before, and no answer is cached. */
  beforeEach(async () => {
    proxy = await new ProxyFake(`ana:${household.app.secrets.plant('proxy password', PASSWORD)}`).start();
    await household.app.clock.leap(25 * 60 * 60_000);
    await household.later(0);
    const given = { url: proxy.url, username: 'ana', password: PASSWORD };
    expect((await household.admin.put('/api/admin/outbound-proxy', given)).status).toBe(200);
    for (const { fake } of PROVIDERS) fake(household).forgetCalls();
  });

  afterEach(() => proxy.stop());

  afterAll(() => household.close());

  const get = (path: string): Promise<Answer> => household.admin.get(path);
  const targets = (): readonly string[] => proxy.tunnels().map(({ target }) => target);
  const hostOf = (fake: FakeServer): string => new URL(fake.url).host;

  it.each(PROVIDERS)('$name: is asked by way of the proxy', async ({ fake, path, calls }) => {
    expect((await get(path(1))).status).toBe(200);
    expect(new Set(targets())).toEqual(new Set([hostOf(fake(household))]));
    expect(fake(household).calls()).toHaveLength(calls);
  });

  it.each(PROVIDERS)('$name: is not asked past a proxy that leads nowhere', async ({ fake, path }) => {
    proxy.refuse(503);
    const { status, body } = await get(path(2));
    expect([status, (body as { error: string }).error]).toEqual([502, expect.stringMatching(/ could not be reached$/)]);
    expect([targets(), fake(household).calls()]).toEqual([[hostOf(fake(household))], []]);
  });

  it.each(RELAYS)('pictures: %s comes by way of the proxy, from %s', async (path, host) => {
    const { status, body } = await get(path);
    expect([status, body]).toEqual([502, { error: 'image could not be fetched', code: 'picture_failed' }]);
    expect(targets()).toEqual([`${host}:443`]);
  });

  it('album covers: where the archive leads to is fetched by way of the proxy, too', async () => {
    const { covers } = household.app.music;
    covers.fail(FRONT, { status: 307, headers: { location: 'https://archive.org/download/mbid-x/mbid-x-1.jpg' } });
    expect((await get(`/api/discover/music/artwork/${groupId(3)}`)).status).toBe(502);
    expect(targets()).toEqual([hostOf(covers), 'archive.org:443']);
  });

  it('book catalog: a device sign-in goes by way of the proxy', async () => {
    expect((await household.admin.post(household.path('/device/begin'))).status).toBe(200);
    expect(household.fake.calls('POST /oauth/device_authorization')).toHaveLength(1);
    expect(targets()).toEqual([hostOf(household.fake)]);
  });

  it.each([
    ['tmdb_access_token', ({ app }: BookHousehold) => [app.tmdb, app.tmdb.token] as const],
    ['listprov_client_id', ({ app }: BookHousehold) => [app.trakt, app.trakt.clientId] as const],
  ])('doc3 §2.4: %s is judged by way of the proxy', async (name, of) => {
    const [fake, key] = of(household);
    expect((await household.admin.put('/api/admin/credentials', { [name]: key })).status).toBe(200);
    expect(targets()).toEqual([hostOf(fake)]);
  });

  it('library managers stand in the household: testing, connecting and asking them leaves the proxy alone', async () => {
    const { app, admin } = household;
    const lidarr = await new LidarrFake({ apiKey: app.secrets.plant('music key', 'planted-music-key') }).start();
    const { url, apiKey: api_key } = lidarr;
    const music = { service_type: 'music_manager', name: 'Music', url, api_key };
    expect((await admin.post('/api/instances/test', music)).status).toBe(204);
    const created = (await admin.post('/api/instances', music)).body as { readonly id: string };
    const ids = [created.id, household.instanceId, await app.connectRadarr(admin), await app.connectSonarr(admin)];
    const versions = ['v1', 'v1', 'v3', 'v3'];
    for (const [place, id] of ids.entries())
      expect((await get(`/api/instances/${id}/api/${versions[place]}/system/status`)).status).toBe(200);
    expect(targets()).toEqual([]);
    await lidarr.stop();
  });
});
