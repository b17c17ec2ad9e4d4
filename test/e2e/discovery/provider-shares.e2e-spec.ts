import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { answerAsTimePasses } from '../../harness/answer-as-time-passes.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

describe('security 35: a line to a provider that one account floods', () => {
  let app: App;
  let lidarr: LidarrFake;
  let ana: Session;
  let ben: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    lidarr = await new LidarrFake({ apiKey: app.secrets.plant('music key', 'planted-music-key') }).start();
    const admin = await app.setUpAdmin();
    const input = { service_type: 'music_manager', name: 'Music', url: lidarr.url, api_key: lidarr.apiKey };
    expect((await admin.post('/api/instances', input)).status).toBe(201);
    [ana, ben] = [await app.invite('ana'), await app.invite('ben')];
  });

  afterAll(async () => {
    await app.close();
    await lidarr.stop();
  });

  const search = (session: Session, n: number): Promise<Answer> =>
    session.get(`/api/discover/music/artists?query=${session.username}${n}`);

  it('has a turn for another account every second time', async () => {
    const { catalog } = app.music;
    const first = catalog.nextCall('GET /ws/2/artist');
    // Of an account eight calls are in hand at once: one goes, and seven wait for the provider.
    const anas = Array.from({ length: 8 }, (_, n) => search(ana, n));
    await first;
    const bens = [search(ben, 0)];
    // Sent after them and answered: so the others wait by now.
    for (let sent = 0; sent < 3; sent += 1) for (const one of [ana, ben]) await one.get('/api/config');
    for (let turn = 0; turn < 3; turn += 1) {
      const came = catalog.nextCall('GET /ws/2/artist');
      await app.clock.advance(1_000);
      await came;
    }
    const askers = catalog.calls().map(({ query }) => /ana|ben/.exec(String(query.query))?.[0]);
    expect(askers.filter((asker) => asker === 'ben')).toEqual(['ben']);
    const answers = await answerAsTimePasses(app.clock, Promise.all([...anas, ...bens]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
