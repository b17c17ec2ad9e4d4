import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const NO_VIDEO = { hub: { ios: '' }, video_server_a: { ios: '' }, video_server_b: { ios: '' } };

describe('doc1 §2 personal preferences: with which apps people watch and listen', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
  });

  afterAll(() => app.close());

  it('is nothing before somebody chooses, and is kept by nobody in between', async () => {
    const [video, listening] = [await ana.get('/api/me/video-apps'), await ana.get('/api/me/listening-apps')];
    expect([video.body, listening.body]).toEqual([NO_VIDEO, { ios: '', android: '' }]);
    expect([video, listening].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
  });

  it('is replaced as a whole, for each person, and the one does not touch the other', async () => {
    const all = { hub: { ios: 'browser' }, video_server_a: { ios: 'infuse' }, video_server_b: { ios: 'service' } };
    expect(await ana.put('/api/me/video-apps', all)).toMatchObject({ status: 200, body: all });
    const listening = { ios: 'shelfplayer', android: 'browser' };
    expect(await ana.put('/api/me/listening-apps', listening)).toMatchObject({ status: 200, body: listening });
    expect((await ana.get('/api/me/video-apps')).body).toEqual(all);
    const fewer = { video_server_a: { ios: 'service' }, hub: null };
    await ana.put('/api/me/video-apps', fewer);
    expect((await ana.get('/api/me/video-apps')).body).toEqual({ ...NO_VIDEO, video_server_a: { ios: 'service' } });
    expect((await ana.get('/api/me/listening-apps')).body).toEqual(listening);
    await ana.put('/api/me/listening-apps', {});
    expect((await ana.get('/api/me/listening-apps')).body).toEqual({ ios: '', android: '' });
    expect((await admin.get('/api/me/video-apps')).body).toEqual(NO_VIDEO);
  });

  it.each([
    ['video-apps', { hub: { ios: 'vlc' } }],
    ['video-apps', { hub: 'infuse' }],
    ['video-apps', { video_server_a: { ios: 5 } }],
    ['listening-apps', { ios: 'theshelf' }],
    ['listening-apps', { android: 'shelfplayer' }],
    ['listening-apps', { ios: 7 }],
    ['listening-apps', []],
  ])('is 400 for what is no app: %s %j', async (path, body) => {
    expect((await ana.put(`/api/me/${path}`, body)).status).toBe(400);
  });
});
