import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JellyfinFake } from '../../fakes/jellyfin/jellyfin-fake.js';
import { limitContent } from '../../harness/kids-policy.js';
import { startApp } from '../../harness/start-app.js';
import { FilesHousehold } from './files-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const MISSING = { status: 404, body: { error: 'media file unavailable', code: 'media_file_unavailable' } };
const OUTSIDE = {
  status: 409,
  body: { error: 'file not available through the configured media folders', code: 'outside_media_folders' },
};

/** The files of the first author or artist of a manager. */
async function shown(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  files: string,
  of: string,
): Promise<readonly { readonly id: number; readonly path: string }[]> {
  const list = async (below: string): Promise<readonly { readonly id: number; readonly path: string }[]> =>
    (await (await fetch(`${url}/api/v1/${below}`, { headers: { 'X-Api-Key': apiKey } })).json()) as never;
  return list(`${files}${String((await list(of))[0]?.id)}`);
}

let house: FilesHousehold;

beforeAll(async () => {
  house = await FilesHousehold.open();
});

afterAll(() => house.close());

describe('doc4 §8: POST /api/media-files/tickets', () => {
  beforeEach(() => {
    for (const fake of [house.app.radarr, house.app.sonarr, house.chaptarr, house.lidarr]) fake.forgetCalls();
  });

  const calls = (): number =>
    [house.app.radarr, house.app.sonarr, house.chaptarr, house.lidarr].reduce((n, fake) => n + fake.calls().length, 0);

  it('gives an address of 43 characters, a name, a size and ten minutes, kept by nobody', async () => {
    const fileId = house.film('bytes', { filePath: '/movies/Käfer (1925)/Käfer "Extended".mkv' });
    house.lay('films', 'Käfer (1925)/Käfer "Extended".mkv', 'bytes');
    const answer = await house.ask(house.ana, fileId);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(answer.body).toEqual({
      url: expect.stringMatching(/^\/api\/media-files\/download\/[\w-]{43}$/),
      filename: 'Käfer _Extended_.mkv',
      size_bytes: 5,
      expires_at: new Date(house.app.clock.now() + 600_000).toISOString(),
    });
  });

  it('doc2 §4: reads the very record of each kind of library', async () => {
    const seasons = { 1: [Date.UTC(2025, 5, 1)] };
    const series = house.app.sonarr.given.series({ tvdbId: 71, title: 'Relay', seasons, files: { 1: [1] } });
    const episode = series.episodes[0]?.file?.id ?? 0;
    house.lay('series', 'Relay/Season 01/Relay - S01E01 WEBDL-1080p.mkv', 'episode');
    expect(await house.ticket(house.ana, episode, house.ids.series)).toMatchObject({
      filename: 'Relay - S01E01 WEBDL-1080p.mkv',
      size_bytes: 7,
    });
    const [book] = await shown(house.chaptarr, 'bookfile?authorId=', 'author');
    house.lay('books', (book?.path ?? '').slice('/books'.length), 'book');
    expect(await house.ticket(house.ana, book?.id ?? 0, house.ids.books)).toMatchObject({ size_bytes: 4 });
    const [track] = await shown(house.lidarr, 'trackfile?artistId=', 'artist');
    house.lay('music', (track?.path ?? '').slice('/music'.length), 'tra');
    expect(await house.ticket(house.ana, track?.id ?? 0, house.ids.music)).toMatchObject({ size_bytes: 3 });
  });

  it('is the same one for the same account and file, and another one for anybody else', async () => {
    const fileId = house.film('bytes');
    const first = await house.ticket(house.ana, fileId);
    expect(await house.ticket(house.ana, fileId)).toEqual(first);
    expect((await house.ticket(house.ben, fileId)).url).not.toBe(first.url);
  });

  it('issue 23 §4: an unknown, a hidden and a foreign kind of instance read the same, and no manager is asked', async () => {
    const { app, admin, ana, ids } = house;
    const jellyfin = await new JellyfinFake({ apiKey: 'planted-server-key', now: () => app.clock.now() }).start();
    const server = { service_type: 'video_server_a', name: 'Room', url: jellyfin.url, api_key: 'planted-server-key' };
    const { id: room } = (await admin.post('/api/instances', server)).body as { id: string };
    const cleo = await app.invite('cleo');
    await admin.patch(`/api/instances/${ids.films}/assignments`, { action: 'remove', user_ids: [cleo.userId] });
    await admin.put(`/api/instances/${room}/grant-users`, { user_ids: [ana.userId] });
    app.radarr.forgetCalls();
    jellyfin.forgetCalls();
    const fileId = house.film('bytes');
    const answers = [
      await house.ask(ana, fileId, 'movie_manager-none'),
      await house.ask(cleo, fileId),
      await house.ask(ana, 1, room),
      await house.ask(admin, 1, room),
    ];
    for (const answer of answers) expect(answer).toMatchObject(MISSING);
    expect([calls(), jellyfin.calls().length]).toEqual([0, 0]);
    await admin.delete(`/api/instances/${room}`);
    await jellyfin.stop();
  });

  it('doc2 §4: a member has films of the library that takes their requests alone, administrators of every one', async () => {
    const { app, admin } = house;
    const dora = await app.invite('dora');
    const other = await app.connectRadarr(admin, { name: 'Other', media_path_mappings: [] });
    await admin.patch(`/api/instances/${other}/assignments`, { action: 'add', user_ids: [dora.userId] });
    await admin.put(`/api/admin/users/${dora.userId}/default-instances`, { movie_manager: other });
    const fileId = house.film('bytes');
    expect(await house.ask(dora, fileId)).toMatchObject(MISSING);
    await house.ticket(admin, fileId);
    await admin.put(`/api/admin/users/${dora.userId}/default-instances`, { movie_manager: house.ids.films });
    await house.ticket(dora, fileId);
    app.radarr.forgetCalls();
    expect(await house.ask(admin, fileId, other)).toMatchObject(MISSING);
    expect(calls()).toBe(0);
    await admin.delete(`/api/instances/${other}`);
  });

  it('a file that the manager hasn’t is 404, and one that isn’t where this server may read is 409', async () => {
    expect(await house.ask(house.ana, 999_999)).toMatchObject(MISSING);
    const lost = house.app.radarr.given.movie({ tmdbId: 61, hasFile: true });
    expect(await house.ask(house.ana, lost.file?.id ?? 0)).toMatchObject(OUTSIDE);
  });

  it.each([
    ['/elsewhere/a.mkv'],
    ['/movies/../../outside/a.mkv'],
    ['movies/a.mkv'],
    ['C:\\movies\\a.mkv'],
    ['/movies/a\u0000.mkv'],
    ['/movies/folder'],
    ['/movies/link.mkv'],
    ['/movies/out/a.mkv'],
    ['/movies'],
  ])('security 20: a path that leads out, or to no file, is 409: %j', async (filePath) => {
    mkdirSync(join(house.ground, 'outside'), { recursive: true });
    writeFileSync(join(house.ground, 'outside', 'a.mkv'), 'outside');
    const films = join(house.root, 'films');
    mkdirSync(join(films, 'folder'), { recursive: true });
    rmSync(join(films, 'out'), { force: true });
    rmSync(join(films, 'link.mkv'), { force: true });
    symlinkSync(join(house.ground, 'outside'), join(films, 'out'));
    symlinkSync(join(house.ground, 'outside', 'a.mkv'), join(films, 'link.mkv'));
    const { file } = house.app.radarr.given.movie({ tmdbId: 62, hasFile: true, filePath });
    expect(await house.ask(house.ana, file?.id ?? 0)).toMatchObject(OUTSIDE);
    house.app.radarr.removeMovie(62);
  });

  it('issue 43 B13, security 41: a hard link to a file of the data folder among the films is 409', async () => {
    writeFileSync(join(house.app.dataDir, 'secret.key.before-1'), 'a key of before');
    linkSync(join(house.app.dataDir, 'secret.key.before-1'), join(house.root, 'films', 'key.mkv'));
    const given = { tmdbId: 63, hasFile: true, filePath: '/movies/key.mkv' };
    const { file } = house.app.radarr.given.movie(given);
    expect(await house.ask(house.ana, file?.id ?? 0)).toMatchObject(OUTSIDE);
    house.app.radarr.removeMovie(63);
  });

  it.each([
    ['that fails', { status: 500 }],
    ['that refuses the key', { status: 401 }],
    ['whose 404 says nothing of the file', { status: 404, body: '<html>no</html>' }],
    ['that answers another file', { body: { id: 1, path: '/movies/a.mkv' } }],
  ])('a manager %s is 502, in words of our own', async (_, fault) => {
    house.app.radarr.fail('GET /api/v3/moviefile/:id', fault);
    const { status, body } = await house.ask(house.ana, 5);
    expect([status, body]).toEqual([
      502,
      { error: 'the library could not be asked for the file', code: 'media_file_lookup_failed' },
    ]);
  });

  it('security 19: a kids account doesn’t find what its policy hides; unrated titles where it says so', async () => {
    const kid = await house.app.invite('kid');
    await limitContent(house.admin, kid, { block_unrated: true });
    const [shown, hidden, unrated] = [
      house.film('g', { certification: 'G' }),
      house.film('r', { certification: 'R' }),
      house.film('u', { certification: null }),
    ];
    await house.ticket(kid, shown);
    expect(await house.ask(kid, hidden)).toMatchObject(MISSING);
    expect(await house.ask(kid, unrated)).toMatchObject(MISSING);
    await limitContent(house.admin, kid, { block_unrated: false });
    await house.ticket(kid, unrated);
    house.app.radarr.fail('GET /api/v3/movie/:id', { status: 500 });
    expect((await house.ask(kid, shown)).status).toBe(502);
    house.app.radarr.fail('GET /api/v3/movie/:id', { body: { id: 1, genres: 'all' } });
    expect(await house.ask(kid, shown)).toMatchObject({
      status: 502,
      body: { error: 'content limits could not be applied' },
    });
  });

  it('a right that ends while the manager is asked gives no ticket', async () => {
    const { app, admin } = house;
    const eve = await app.invite('eve');
    const fileId = house.film('bytes');
    app.radarr.meanwhile('GET /api/v3/moviefile/:id', () =>
      admin.patch(`/api/instances/${house.ids.films}/assignments`, { action: 'remove', user_ids: [eve.userId] }),
    );
    expect(await house.ask(eve, fileId)).toMatchObject(MISSING);
  });

  it('security 16: of 40 that are asked for at once an account gets 32', async () => {
    const fay = await house.app.invite('fay');
    const ids = Array.from({ length: 40 }, () => house.film('x'));
    const answers = await Promise.all(ids.map((id) => house.ask(fay, id)));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 429).length]).toEqual([
      32, 8,
    ]);
    expect(answers.find(({ status }) => status === 429)?.body).toEqual({
      error: 'too many active tickets',
      code: 'too_many_tickets',
    });
    await house.app.clock.leap(600_000);
    await house.ticket(fay, ids[0] ?? 0);
  });

  it.each([
    [{ instance_id: 'a', file_id: 0 }, 'file_id must be the number of a file'],
    [{ instance_id: 'a', file_id: 1.5 }, 'file_id must be the number of a file'],
    [{ instance_id: 'a', file_id: 2_147_483_648 }, 'file_id must be the number of a file'],
    [{ instance_id: 'a'.repeat(129), file_id: 1 }, 'instance_id must be a text of 1 to 128 characters'],
    [{ instance_id: 'a', file_id: 1, path: '/etc' }, 'unknown field in the request body'],
  ])('takes exactly its members: %j', async (body, error) => {
    expect(await house.ana.post('/api/media-files/tickets', body)).toMatchObject({ status: 400, body: { error } });
  });

  it('takes 4,096 bytes', async () => {
    const body = `{"instance_id":"a","file_id":1${' '.repeat(4_096)}}`;
    expect((await house.ana.post('/api/media-files/tickets', body)).status).toBe(413);
  });
});

describe('doc4 §8: POST /api/media-files/coverage', () => {
  const covered = (paths: readonly unknown[], instance = house.ids.films) =>
    house.ana.post('/api/media-files/coverage', { instance_id: instance, paths });

  it('security 6: judges each path by its spelling, in their order, and asks neither disk nor manager', async () => {
    house.app.radarr.forgetCalls();
    symlinkSync(house.ground, join(house.root, 'films', 'elsewhere'));
    const paths = [
      '/movies/none.mkv',
      '/tv/a.mkv',
      '/movies/../a',
      '/movies/elsewhere/a',
      '',
      'x'.repeat(9_000),
      '/movies/a',
    ];
    const { status, body, headers } = await covered(paths);
    expect([status, body]).toEqual([200, { covered: [true, false, false, true, false, false, true] }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(house.app.radarr.calls()).toEqual([]);
    expect((await covered(Array<string>(200).fill('/movies/a'))).body).toEqual({ covered: Array(200).fill(true) });
  });

  it('refuses more than 200 paths, none, and what is no text', async () => {
    const refused = { status: 400, body: refusedWith('paths must be a list of 1 to 200 texts') };
    for (const paths of [Array<string>(201).fill('/a'), [], [1]]) expect(await covered(paths)).toMatchObject(refused);
    expect((await covered(['/a'.repeat(150_000)])).status).toBe(413);
  });

  it('is 404 for an instance that the caller may not use', async () => {
    expect(await covered(['/a'], 'movie_manager-none')).toMatchObject(MISSING);
  });
});

describe('doc4 §8: without media roots', () => {
  it('tickets and coverage are 503, once the caller may use the instance', async () => {
    const app = await startApp();
    const admin = await app.setUpAdmin();
    const instance_id = await app.connectRadarr(admin);
    const refused = {
      status: 503,
      body: { error: 'media file downloads are not configured', code: 'downloads_not_configured' },
    };
    const calls = app.radarr.calls().length;
    expect(await admin.post('/api/media-files/tickets', { instance_id, file_id: 1 })).toMatchObject(refused);
    expect(await admin.post('/api/media-files/coverage', { instance_id, paths: ['/a'] })).toMatchObject(refused);
    expect(app.radarr.calls().length).toBe(calls);
    await app.close();
  });
});

describe('doc2 §4: what clients and administrators are told of downloads', () => {
  interface Config {
    readonly services: { readonly media_downloads: boolean };
    readonly instances: readonly { readonly id: string; readonly media_downloads: boolean }[];
  }

  it('/api/config and the checklist say what is mapped and there at this moment, and no path', async () => {
    const own = await FilesHousehold.open();
    const { ana, admin, ids, root } = own;
    const config = async (): Promise<Config> => (await ana.get('/api/config')).body as Config;
    const told = async () => {
      const { services, instances } = await config();
      const { items } = (await admin.get('/api/admin/setup-status')).body as {
        items: { key: string; configured: boolean }[];
      };
      return [
        services.media_downloads,
        instances.find(({ id }) => id === ids.films)?.media_downloads,
        items.find(({ key }) => key === 'media_downloads')?.configured,
      ];
    };
    expect(await told()).toEqual([true, true, true]);
    for (const folder of ['series', 'books', 'music']) rmSync(join(root, folder), { recursive: true });
    expect(await told()).toEqual([true, true, true]);
    rmSync(join(root, 'films'), { recursive: true });
    expect(await told()).toEqual([false, false, false]);
    mkdirSync(join(root, 'films'));
    expect(await told()).toEqual([true, true, true]);
    // Only what the caller holds counts.
    await admin.patch(`/api/instances/${ids.films}/assignments`, { action: 'remove', user_ids: [ana.userId] });
    expect((await config()).services.media_downloads).toBe(false);
    await own.close();
  });
});
