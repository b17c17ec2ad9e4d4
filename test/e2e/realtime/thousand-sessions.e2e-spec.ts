import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handshake, type LiveSocket } from '../../harness/live-socket.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const ACCOUNTS = 10;
const SESSIONS_EACH = 100;

describe('doc3 §6: a thousand sessions', () => {
  let app: App;
  let admin: Session;
  let people: Session[];
  let sockets: LiveSocket[];

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin();
    people = [];
    for (let n = 0; n < ACCOUNTS; n++) people.push(await app.invite(`member ${n}`));
    sockets = [];
    for (const person of people)
      sockets.push(...(await Promise.all(Array.from({ length: SESSIONS_EACH }, () => app.live(person)))));
  });

  afterAll(() => app.close());

  it('all receive one broadcast, one that reads later too', async () => {
    const [deaf, ...others] = sockets;
    deaf?.socket.pause();
    await app.connectRadarr(admin, { auto_add_users: false });
    const frames = await Promise.all(others.map((socket) => socket.next()));
    expect(frames).toHaveLength(ACCOUNTS * SESSIONS_EACH - 1);
    expect(new Set(frames.map((frame) => JSON.stringify(frame)))).toEqual(
      new Set(['{"type":"config_changed","data":{}}']),
    );
    deaf?.socket.resume();
    expect((await deaf?.next())?.type).toBe('config_changed');
  });

  it('security 28: an account may open a hundred, and takes none from other accounts', async () => {
    const knock = (session: Session | undefined) =>
      handshake({ url: app.url, secrets: app.secrets, token: session?.token });
    const refused = await knock(people[0]);
    expect(refused).toMatchObject({ status: 429, body: { error: 'too many open connections' } });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await knock(admin)).status).toBe(101);
    await sockets[0]?.close();
    expect((await knock(people[0])).status).toBe(101);
  });
});
