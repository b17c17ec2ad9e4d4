import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import {
  AudiobookServersService,
  InstanceGrantsService,
  MediaServerDirectoryService,
  VideoServersService,
} from '../../../src/modules/instances/instances.public.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { errorOf } from '../../harness/error-of.js';
import { MediaServersFixture } from '../../harness/media-servers-fixture.js';

/** What other modules do with configured media servers. */
describe('connections to media servers', () => {
  let fixture: MediaServersFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await MediaServersFixture.start();
    database = fixture.app.get(Database);
  });

  afterEach(() => fixture.clear());

  afterAll(() => fixture.close());

  const listed = () => database.read((tx) => fixture.app.get(MediaServerDirectoryService).all(tx));

  it.each(['video_server_a', 'video_server_b'] as const)('%s: a client with the configuration', async (kind) => {
    const id = await fixture.connect(kind, {
      media_server_config: { library_ids: ['a'], video_apps: { ios: 'infuse' } },
    });
    const { server, client } = await fixture.app.get(VideoServersService).connect(id);
    expect(server).toMatchObject({ id, serviceType: kind, config: { publicAddress: '', libraryIds: ['a'] } });
    expect(server.config.apps.video).toEqual({ ios: 'infuse' });
    const libraries = await client.libraries();
    expect(libraries.map(({ name }) => name)).toEqual(['Movies', 'Mixed']);
    expect(client.makesWithPassword).toBe(kind === 'video_server_a');
  });

  it('video servers know this server by one device, which is made once', async () => {
    const id = await fixture.connect('video_server_b');
    fixture.emby.given.account({ name: 'mara', password: 'pw' });
    const devices: (string | undefined)[] = [];
    while (devices.length < 2) {
      const { client } = await fixture.app.get(VideoServersService).connect(id);
      await client.checkPassword('mara', Secret.of('pw'));
      const [call] = fixture.emby.calls('POST /Users/AuthenticateByName').slice(-1);
      devices.push(/DeviceId="([^"]+)"/.exec(String(call?.headers['x-emby-authorization']))?.[1]);
    }
    expect(devices[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(devices[1]).toBe(devices[0]);
  });

  it('audiobook_server: a client with the configuration', async () => {
    const id = await fixture.connect('audiobook_server', { media_server_config: { library_ids: ['books-1'] } });
    const { server, client } = await fixture.app.get(AudiobookServersService).connect(id);
    expect(server).toMatchObject({ id, config: { libraryIds: ['books-1'] } });
    expect((await client.users()).users.map(({ username }) => username)).toContain('root');
  });

  it('there is none of another kind, none that is gone, and none whose key can not be opened', async () => {
    const [video, books] = [await fixture.connect('video_server_a'), await fixture.connect('audiobook_server')];
    const [videos, audiobooks] = [fixture.app.get(VideoServersService), fixture.app.get(AudiobookServersService)];
    const refused = [() => videos.connect(books), () => videos.connect('gone'), () => audiobooks.connect(video)];
    for (const connect of refused) expect(await errorOf(connect())).toMatchObject({ status: 404 });
    await database.write((tx) => tx.update(ServiceInstanceRow, { id: video }, { apiKey: 'v1:scrambled' }));
    expect(await errorOf(videos.connect(video))).toMatchObject({ status: 503 });
  });

  it('the directory lists media servers alone, with their configuration and nothing else', async () => {
    await fixture.app.connectRadarr(fixture.admin);
    const [b, a] = [await fixture.connect('video_server_b'), await fixture.connect('video_server_a')];
    expect((await listed()).map(({ id }) => id)).toEqual([a, b]);
    expect(Object.keys((await listed())[0]?.config ?? {}).sort()).toEqual([
      'apps',
      'autoApprove',
      'explicitContent',
      'libraryIds',
      'machineIdentifier',
      'publicAddress',
    ]);
  });

  it('doc1 §4: default libraries and grants change in one write, and say whether anything did', async () => {
    const id = await fixture.connect('audiobook_server', {
      media_server_config: { public_address: 'https://b.example' },
    });
    const [ana, ben] = [await fixture.app.invite('ana'), await fixture.app.invite('ben')];
    const [directory, grants] = [fixture.app.get(MediaServerDirectoryService), fixture.app.get(InstanceGrantsService)];
    const change = (libraryIds: unknown, userIds: readonly number[]) =>
      database.write(async (tx) => {
        const server = await directory.byId(tx, id);
        if (!server) throw new Error('it is gone');
        const libraries = await directory.setLibraryIds(tx, id, libraryIds);
        return [libraries, await grants.set(tx, server, new Set(userIds))];
      });
    expect(await change([' b', 'a'], [ana.userId, ben.userId])).toEqual([true, true]);
    expect(await change(['a', 'b'], [ben.userId, ana.userId])).toEqual([false, false]);
    expect(await errorOf(change(['c'], [999_999]))).toMatchObject({ status: 400 });
    expect(await errorOf(change(['c d'], []))).toMatchObject({ status: 400 });
    expect((await listed())[0]?.config).toMatchObject({ libraryIds: ['a', 'b'], publicAddress: 'https://b.example' });
    expect(await change(['a', 'b'], [ben.userId])).toEqual([false, true]);
    const added = await database.write(async (tx) => {
      const server = await directory.byId(tx, id);
      return server && grants.add(tx, server, new Set([ana.userId]));
    });
    const { body } = await fixture.admin.get(`/api/instances/${id}/grant-users`);
    expect([added, body]).toEqual([true, [ana, ben].map(({ userId }) => ({ user_id: userId, instance_id: id }))]);
  });

  it('the directory knows no library manager', async () => {
    const films = await fixture.app.connectRadarr(fixture.admin);
    const directory = fixture.app.get(MediaServerDirectoryService);
    expect(await database.read((tx) => directory.byId(tx, films))).toBeNull();
    const refused = database.write((tx) => directory.setLibraryIds(tx, films, ['a']));
    expect(await errorOf(refused)).toMatchObject({ status: 404 });
  });
});
