import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../harness/live-socket.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const CONFIG_CHANGED = { type: 'config_changed', data: {} };
const DISCOVERY = '/api/admin/discovery-settings';

describe('doc1 §6: config_changed', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let library: string;
  let sockets: readonly LiveSocket[];

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    await admin.put(DISCOVERY, { hidden_when_unconfigured: { tv: false } });
    library = await app.connectRadarr(admin);
    ana = await app.invite('ana');
    sockets = [await app.live(admin), await app.live(ana), await app.live(ana)];
  });

  afterEach(() => Promise.all(sockets.map((socket) => socket.close())));

  afterAll(() => app.close());

  const instance = (): object => ({
    service_type: 'movie_manager',
    name: 'Our films',
    url: app.radarr.url,
    api_key: '',
  });

  it.each([
    ['an instance is created', () => app.connectRadarr(admin, { name: 'More films' })],
    ['an instance is changed', () => admin.put(`/api/instances/${library}`, instance())],
    ['an instance is deleted', () => admin.delete(`/api/instances/${library}`)],
    [
      'a grant is taken',
      () => admin.patch(`/api/instances/${library}/assignments`, { action: 'remove', user_ids: [ana.userId] }),
    ],
    ['a pin is set', () => admin.put(`/api/admin/users/${ana.userId}/default-instances`, { movie_manager: library })],
    [
      'grants of an account are set',
      () => admin.put(`/api/admin/users/${ana.userId}/instance-grants`, { movie_manager: [] }),
    ],
    ['doc2 §6: a media type is hidden', () => admin.put(DISCOVERY, { hidden_when_unconfigured: { tv: true } })],
  ])('is sent to every session, without a payload, when %s', async (_, change) => {
    await change();
    for (const socket of sockets) expect(await socket.next()).toEqual(CONFIG_CHANGED);
  });

  it('doc3 §5.3: is reported to the sessions of a kids account alone when its limits change', async () => {
    const policy = `/api/admin/users/${ana.userId}/content-policy`;
    const live = await app.live(ana);
    await admin.put(policy, { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' });
    expect(await live.next()).toEqual(CONFIG_CHANGED);
    await admin.delete(policy);
    expect(await live.next()).toEqual(CONFIG_CHANGED);
    await admin.delete(policy);
    await admin.patch(`/api/instances/${library}/assignments`, { action: 'remove', user_ids: [ana.userId] });
    // One frame for the grant, which everybody receives, and none for what was no change or no concern of theirs.
    expect(await live.next()).toEqual(CONFIG_CHANGED);
    expect(await sockets[0]?.next()).toEqual(CONFIG_CHANGED);
    await Promise.all([live, ...sockets].map((socket) => socket.close()));
    await expect(sockets[0]?.next()).rejects.toThrow('ended before another frame');
    await expect(live.next()).rejects.toThrow('ended before another frame');
  });

  it('is sent once the change can be read', async () => {
    await app.connectRadarr(admin, { name: 'More films' });
    await sockets[0]?.next();
    expect((await admin.get('/api/config')).text).toContain('More films');
  });

  it('is not sent when nothing has changed', async () => {
    await admin.put(`/api/instances/${library}`, { ...instance(), url: 'no address' });
    await admin.patch(`/api/instances/${library}/assignments`, { action: 'add', user_ids: [ana.userId] });
    await admin.put(DISCOVERY, { source: 'metadata_popular', english_only: false, hidden_when_unconfigured: {} });
    await admin.put(DISCOVERY, { hidden_when_unconfigured: { tv: true, films: true } });
    await admin.delete(`/api/instances/${library}`);
    for (const socket of sockets) expect(await socket.next()).toEqual(CONFIG_CHANGED);
    // One frame for the deletion, and no other before the server stops.
    await app.clock.advance(0);
    await Promise.all(sockets.map((socket) => socket.close()));
    for (const socket of sockets) await expect(socket.next()).rejects.toThrow('ended before another frame');
  });
});
