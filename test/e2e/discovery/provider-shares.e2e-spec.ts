import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import { deferred } from '../../harness/deferred.js';
import type { Answer } from '../../harness/http-client.js';
import { patiently } from '../../harness/patiently.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

/** Answers, turned away at once and all of them. */
interface Flood {
  readonly refused: readonly Answer[];
  readonly all: Promise<readonly Answer[]>;
}

describe('security 35: a line to a provider that one account floods', () => {
  let app: App;
  let lidarr: LidarrFake;
  let ana: Session;
  let ben: Session;

  beforeAll(async () => {
    app = await startApp();
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

  /** Searches so often at once, and answers which were turned away once so many were. */
  async function flood(session: Session, count: number, turnedAway: number): Promise<Flood> {
    const answers: Answer[] = [];
    const { promise, resolve } = deferred();
    const all = Array.from({ length: count }, async (_, n) => {
      const answer = await session.get(`/api/discover/music/artists?query=${session.username}${n}`);
      answers.push(answer);
      if (answers.filter(({ status }) => status !== 200).length === turnedAway) resolve();
      return answer;
    });
    await promise;
    return { refused: answers.filter(({ status }) => status !== 200), all: Promise.all(all) };
  }

  it('has a turn for another account every second time, and turns away what is too much as our own 503', async () => {
    const { catalog } = app.music;
    // One goes at once and fifteen wait, for up to fifteen seconds.
    const anas = await flood(ana, 60, 44);
    // Of the same line, half is left to another account.
    const bens = await flood(ben, 20, 13);
    for (const { status, body, headers } of [...anas.refused, ...bens.refused]) {
      expect([status, body]).toEqual([503, { error: 'temporarily unavailable, retry shortly' }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (let turn = 0; turn < 6; turn += 1) {
      const came = catalog.nextCall('GET /ws/2/artist');
      await app.clock.advance(1_000);
      await came;
    }
    const askers = catalog.calls().map(({ query }) => /ana|ben/.exec(String(query.query))?.[0]);
    expect(askers).toEqual(['ana', 'ana', 'ben', 'ana', 'ben', 'ana', 'ben']);
    const answers = await patiently(app.clock, Promise.all([anas.all, bens.all]));
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200, 503]));
  });
});
