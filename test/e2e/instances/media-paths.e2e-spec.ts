import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { candidate } from './candidate.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('media path mappings of an instance', () => {
  let ground: string;
  let root: string;
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-media-')));
    root = join(ground, 'media');
    mkdirSync(join(root, 'films'), { recursive: true });
    mkdirSync(join(ground, 'more'));
    symlinkSync(ground, join(root, 'out'));
    app = await startApp({ env: { MEDIA_ROOTS: `${root}/, ${join(ground, 'more')}` } });
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(async () => {
    await app.close();
    rmSync(ground, { recursive: true, force: true });
  });

  const to = (arrPath: string, ...below: readonly string[]) => ({
    arr_path: arrPath,
    service_path: join(root, ...below),
  });
  const listed = async (): Promise<unknown> => (await admin.get('/api/instances')).body;

  it('doc3 §3.2: lead into the roots that are reported to administrators, not cached', async () => {
    const { status, body, headers } = await admin.get('/api/instances/media-roots');
    expect({ status, body }).toEqual({ status: 200, body: [root, join(ground, 'more')] });
    expect(headers.get('cache-control')).toBe('no-store');
    const member = await app.invite('ana');
    expect((await member.get('/api/instances/media-roots')).status).toBe(403);
  });

  it('doc3 §3.1: are saved and served in their order, and make downloads possible', async () => {
    const mappings = [to('D:\\Films', 'films'), to('\\\\nas\\films', 'films'), to('/films')];
    const created = await admin.post('/api/instances', candidate(app, { media_path_mappings: mappings }));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ media_path_mappings: mappings, media_downloads: true });
    expect(await listed()).toEqual([created.body]);
    expect(created.text).not.toContain('media_download_mode');
  });

  it('doc1 §2: keep their place when left out of a change, and are taken away by an empty list', async () => {
    const id = await app.connectRadarr(admin, { media_path_mappings: [to('/films', 'films')] });
    const kept = await admin.put(`/api/instances/${id}`, { name: 'Cinema', url: app.radarr.url });
    expect(kept.body).toMatchObject({ media_path_mappings: [to('/films', 'films')], media_downloads: true });
    const others = await admin.put(`/api/instances/${id}`, candidate(app, { media_path_mappings: [to('/other')] }));
    expect(others.body).toMatchObject({ media_path_mappings: [to('/other')] });
    const none = await admin.put(`/api/instances/${id}`, candidate(app, { media_path_mappings: [] }));
    expect(none.body).toMatchObject({ media_path_mappings: [], media_downloads: false });
    expect(await listed()).toMatchObject([{ media_path_mappings: [], media_downloads: false }]);
  });

  it('doc3 §3.1: offer downloads only while a folder is there, without forgetting it', async () => {
    mkdirSync(join(root, 'passing'));
    const mappings = [to('/films', 'passing')];
    await app.connectRadarr(admin, { media_path_mappings: mappings });
    rmSync(join(root, 'passing'), { recursive: true });
    expect(await listed()).toMatchObject([{ media_path_mappings: mappings, media_downloads: false }]);
    mkdirSync(join(root, 'passing'));
    expect(await listed()).toMatchObject([{ media_path_mappings: mappings, media_downloads: true }]);
  });

  it.each([
    [[{ arr_path: '/films', service_path: '/' }], 'mapping 1 service_path must be inside a media root'],
    [[{ arr_path: '/films', service_path: '/etc' }], 'mapping 1 service_path must be inside a media root'],
    [
      [{ arr_path: 'films', service_path: '/etc' }],
      'mapping 1 arr_path must be an absolute POSIX, Windows drive or UNC path',
    ],
    [[{ arr_path: '/films' }], 'mapping 1 service_path must be a string'],
    [[{ service_path: '/etc' }], 'mapping 1 arr_path must be a string'],
    [[null], 'mapping 1 arr_path must be a string'],
    [['/films'], 'mapping 1 arr_path must be a string'],
  ])('security 20: with %j neither create nor change an instance, and nobody is dialed', async (mappings, fault) => {
    const id = await app.connectRadarr(admin);
    const before = await listed();
    app.radarr.forgetCalls();
    const body = candidate(app, { media_path_mappings: mappings });
    for (const answer of [await admin.post('/api/instances', body), await admin.put(`/api/instances/${id}`, body)]) {
      const error = `invalid media path mappings: ${fault}`;
      expect([answer.status, answer.body]).toEqual([400, refusedWith(error)]);
    }
    expect(app.radarr.calls()).toEqual([]);
    expect(await listed()).toEqual(before);
  });

  it('security 20: through a link out of the root, to no folder, or to one place twice are refused', async () => {
    for (const [mappings, fault] of [
      [[to('/a', 'films'), to('/b', 'out', 'more')], 'mapping 2 service_path must not lead out of the media root'],
      [[to('/a', 'none')], 'mapping 1 service_path must be an existing folder'],
      [[to('C:\\a', 'films'), to('c:/A/')], 'mapping 2 arr_path repeats that of mapping 1'],
    ] as const) {
      const { status, body } = await admin.post('/api/instances', candidate(app, { media_path_mappings: mappings }));
      expect([status, body]).toEqual([400, refusedWith(`invalid media path mappings: ${fault}`)]);
    }
  });

  it('are no part of a connection test', async () => {
    const body = candidate(app, { media_path_mappings: [to('/films', 'none')] });
    expect((await admin.post('/api/instances/test', body)).status).toBe(204);
  });
});
