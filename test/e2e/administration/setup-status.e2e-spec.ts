import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { SETUP_STEPS } from '../../../src/modules/settings/settings.public.js';
import { JellyfinFake } from '../../fakes/jellyfin/jellyfin-fake.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { undecide } from '../discovery/discovery-tables.js';
import { refusedWith } from '../../harness/refused-with.js';

interface Status {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly configured: number;
  readonly total: number;
}

describe('the checklist of what is left to set up', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ env: { METADATA_TOKEN: '' } });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    await undecide(app);
    await admin.put('/api/admin/external-address', { external_url: '' });
  });

  afterAll(() => app.close());

  const status = async (): Promise<Status> => (await admin.get('/api/admin/setup-status')).body as Status;
  const skip = (key: unknown, skipped: unknown) => admin.put('/api/admin/setup-status/skips', { key, skipped });
  const done = async (): Promise<unknown> =>
    Object.fromEntries((await status()).items.map(({ key, configured }) => [key, configured]));

  it('doc3 §2.3: names what this server can be given, in its order, and nothing that no module serves', async () => {
    const answer = await admin.get('/api/admin/setup-status');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const open = { configured: false, optional: false, description: expect.stringMatching(/\S/) };
    expect(answer.body).toEqual({
      items: [
        { ...open, key: 'movie_manager', title: 'Connect Radarr' },
        { ...open, key: 'tv_manager', title: 'Connect Sonarr' },
        { ...open, key: 'tmdb', title: 'Connect TMDB' },
        { ...open, key: 'media_server', title: 'Connect a media server', optional: true },
        { ...open, key: 'people', title: 'Invite somebody', optional: true },
        { ...open, key: 'push', title: 'Send push messages', optional: true },
        { ...open, key: 'listprov', title: 'Connect Trakt', optional: true },
        { ...open, key: 'provider_contact', title: 'Tell providers how to reach you', optional: true },
        { ...open, key: 'discovery_prefs', title: 'Choose what discovery shows', optional: true },
        { ...open, key: 'download_client', title: 'Connect a download client', optional: true },
        { ...open, key: 'media_downloads', title: 'Let people download files', optional: true },
      ],
      configured: 0,
      total: 11,
    });
  });

  it('doc3 §2.3: is derived anew on each call', async () => {
    const films = await app.connectRadarr(admin);
    await app.connectSonarr(admin);
    await admin.put('/api/admin/credentials', { tmdb_access_token: app.tmdb.token });
    expect(await done()).toEqual({
      movie_manager: true,
      tv_manager: true,
      tmdb: true,
      media_server: false,
      people: false,
      push: false,
      listprov: false,
      provider_contact: false,
      discovery_prefs: false,
      download_client: false,
      media_downloads: false,
    });
    expect(await status()).toMatchObject({ configured: 3, total: 11 });
    await admin.delete(`/api/instances/${films}`);
    await admin.delete('/api/admin/credentials/tmdb_access_token');
    await app.invite('ana');
    const jellyfin = new JellyfinFake({ apiKey: 'planted-server-key', now: () => app.clock.now() });
    await jellyfin.start();
    const server = { service_type: 'video_server_a', name: 'Living room', url: jellyfin.url };
    await admin.post('/api/instances', { ...server, api_key: 'planted-server-key' });
    await jellyfin.stop();
    await admin.put('/api/admin/discovery-settings', { english_only: false });
    await admin.put('/api/admin/external-address', { external_url: 'https://home.example' });
    expect(await done()).toEqual({
      movie_manager: false,
      tv_manager: true,
      tmdb: false,
      media_server: true,
      people: true,
      push: false,
      listprov: false,
      provider_contact: true,
      discovery_prefs: true,
      download_client: false,
      media_downloads: false,
    });
  });

  it('doc3 §2.3: an item that another module adds takes its place in the order, an unknown one the last', async () => {
    const step = { title: 'T', description: 'D', optional: true, isConfigured: () => Promise.resolve(true) };
    const own = await startApp({ env: { METADATA_TOKEN: '' } });
    for (const key of ['gardening', 'ai', 'books']) own.get(PortRegistry).register(SETUP_STEPS, { key, ...step });
    const { items } = (await (await own.setUpAdmin()).get('/api/admin/setup-status')).body as Status;
    await own.close();
    const served = [
      'movie_manager',
      'tv_manager',
      'tmdb',
      'media_server',
      'people',
      'push',
      'listprov',
      'provider_contact',
      'discovery_prefs',
      'download_client',
      'media_downloads',
      'books',
      'ai',
      'gardening',
    ];
    expect(items.map(({ key }) => key)).toEqual(served);
    expect(items.at(-1)).toEqual({ key: 'gardening', title: 'T', description: 'D', optional: true, configured: true });
  });

  it('doc4 §9: an item can be skipped, which takes it out of the count until it is done, and taken back', async () => {
    const skipped = await skip('tv_manager', true);
    expect(skipped.status).toBe(200);
    expect(skipped.body).toEqual(await status());
    await skip('tv_manager', true);
    const { items, ...counts } = await status();
    expect(items.filter((item) => item.skipped).map(({ key }) => key)).toEqual(['tv_manager']);
    expect(counts).toEqual({ configured: 0, total: 10 });

    await app.connectSonarr(admin);
    expect(await status()).toMatchObject({ configured: 1, total: 11 });
    await skip('tv_manager', false);
    expect((await status()).items.some((item) => 'skipped' in item)).toBe(false);
  });

  it.each(['', 'gardening', '__proto__'])('there is no item %j to skip', async (key) => {
    const answer = await skip(key, true);
    expect([answer.status, answer.body]).toEqual([400, refusedWith('unknown setup item')]);
  });
});
