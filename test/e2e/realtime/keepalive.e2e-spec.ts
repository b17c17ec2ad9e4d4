import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { FilmProgressed } from '../../../src/modules/library/library.public.js';
import { handshake, LiveSocket } from '../../harness/live-socket.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';

describe('an open WebSocket', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
  });

  afterAll(() => app.close());

  const open = (autoPong: boolean): Promise<LiveSocket> =>
    LiveSocket.open({ url: app.url, secrets: app.secrets, token: admin.token, autoPong });

  it('doc3 §6: is pinged every 54 seconds, and lives on for as long as it answers within 60', async () => {
    const client = await open(true);
    for (let round = 0; round < 3; round++) {
      const pinged = once(client.socket, 'ping');
      await app.clock.advance(54_000);
      await pinged;
      // The pong is on its way before this answer is asked for, and both come over the same loop.
      client.socket.ping();
      await once(client.socket, 'pong');
    }
    await client.close();
  });

  it('doc3 §6: is cut 60 seconds after it last answered', async () => {
    const client = await open(false);
    await app.clock.advance(59_999);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    await app.clock.advance(1);
    expect(await client.closed).toEqual({ code: 1006, reason: '' });
  });

  it('doc3 §6: what a client sends is read and ignored', async () => {
    const client = await open(true);
    for (const message of ['{"type":"config_changed"}', '{"event":"x","data":{}}', 'no JSON', ''])
      client.socket.send(message);
    client.socket.send(Buffer.from([0xff, 0xfe]));
    client.socket.ping('still there?');
    expect(String((await once(client.socket, 'pong'))[0])).toBe('still there?');
    await client.close();
  });

  it('security 28: a message of more than 4 KiB ends it with 1009', async () => {
    const client = await open(true);
    client.socket.send('x'.repeat(4097));
    expect(await client.closed).toMatchObject({ code: 1009 });
  });
});

describe('when the server stops', () => {
  it('every session ends with 1001, and a client that does not answer holds it up for two seconds', async () => {
    const app = await startApp();
    const admin = await app.setUpAdmin();
    const [polite, deaf] = [await app.live(admin), await app.live(admin)];
    deaf.socket.pause();
    const stopped = app.close();
    expect(await polite.closed).toEqual({ code: 1001, reason: 'the server is stopping' });
    await app.clock.advance(1_999);
    const refused = await handshake({ url: app.url, secrets: app.secrets, token: admin.token });
    expect(refused).toMatchObject({ status: 503, body: { error: 'temporarily unavailable, retry shortly' } });
    await app.clock.advance(1);
    await stopped;
    deaf.socket.terminate();
  });

  it('a library that is being read for a frame holds nothing up, and what it comes to is reported to nobody', async () => {
    const household = await Household.open();
    const ana = await household.app.live(household.ana);
    household.app.radarr.fail('GET /api/v3/movie', 'timeout', Infinity);
    const asked = household.app.radarr.nextCall('GET /api/v3/movie');
    await household.app.get(EventBus).publish(new FilmProgressed(household.library, household.film()));
    await asked;
    await household.close();
    expect(await ana.closed).toEqual({ code: 1001, reason: 'the server is stopping' });
    expect(household.app.logLines.join()).not.toContain('an update could not be sent');
  });
});
