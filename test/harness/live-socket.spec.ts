import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { LiveSocket } from './live-socket.js';
import { MovedClock } from './moved-clock.js';
import { PlantedSecrets } from './planted-secrets.js';

const FRAME = { type: 'config_changed', data: {} };

describe('the plain client of the WebSocket', () => {
  let server: WebSocketServer;

  beforeEach(async () => {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
  });

  afterEach(() => new Promise<void>((closed) => server.close(() => closed())));

  const open = (): Promise<LiveSocket> => {
    const { port } = server.address() as AddressInfo;
    return LiveSocket.open({ url: `http://127.0.0.1:${port}`, secrets: new PlantedSecrets(), token: 'planted-token' });
  };

  it('has the frame that comes in one piece with the answer to its handshake', async () => {
    server.on('connection', (client) => {
      client.send(JSON.stringify(FRAME));
      client.close();
    });
    const socket = await open();
    await socket.closed;
    expect(await socket.next()).toEqual(FRAME);
  });

  it('has the server read the answer to each ping before much time has passed', async () => {
    const clock = new MovedClock();
    const heard: (readonly [pinged: number, answered: number])[] = [];
    server.on('connection', (client) => {
      const pings = clock.setInterval(54_000, () => {
        const at = clock.now();
        client.ping();
        client.once('pong', () => heard.push([at, clock.now()]));
      });
      client.once('close', () => pings.cancel());
    });
    const socket = await open();
    await socket.outlast(clock, 121_000);
    expect(heard).toHaveLength(2);
    for (const [pinged, answered] of heard) expect(answered - pinged).toBeLessThan(6_000);
    await socket.close();
  });
});
