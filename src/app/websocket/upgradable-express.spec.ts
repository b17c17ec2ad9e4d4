import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Express } from 'express';
import fc from 'fast-check';
import { cidr } from '../../core/config/values.js';
import { UpgradableExpress } from './upgradable-express.js';

describe('messages of the server', () => {
  let application: Express;
  let server: Server;
  let base: string;

  beforeEach(async () => {
    const adapter = new UpgradableExpress();
    adapter.initHttpServer();
    application = adapter.getInstance<Express>();
    server = adapter.getHttpServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('are Express’s as Node makes them, so that none changes its prototype on its way', async () => {
    const made: unknown[] = [];
    const kept: unknown[] = [];
    server.prependListener('request', (...messages) => made.push(...messages.map(Object.getPrototypeOf)));
    application.use((request, response) => {
      kept.push(...[request, response].map(Object.getPrototypeOf));
      response.json({ host: request.get('host'), isOwn: request.app === application && response.app === application });
    });
    const answer = await fetch(base);
    expect(await answer.json()).toEqual({ host: base.slice('http://'.length), isOwn: true });
    expect(made).toHaveLength(2);
    expect(kept).toEqual(made);
    expect(made.map((prototype, place) => prototype === kept[place])).toEqual([true, true]);
  });
});

it('doc3 §10: Express takes every range of addresses that TRUSTED_PROXIES may name', () => {
  const range = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(130)).map(([address, bits]) => `${address}/${bits}`);
  fc.assert(
    fc.property(range, (text) => {
      const taken = cidr.safeParse(text);
      if (taken.success) new UpgradableExpress().set('trust proxy', [taken.data]);
    }),
  );
});

describe('connections whose peers stand still', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  let application: Express;
  let server: Server;
  let peer: Socket;

  beforeEach(async () => {
    const adapter = new UpgradableExpress();
    adapter.initHttpServer();
    application = adapter.getInstance<Express>();
    server = adapter.getHttpServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(() => {
    peer.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** The server's end of a connection whose peer sends this and reads nothing. */
  async function taken(bytes: string): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const connection = once(server, 'connection') as Promise<[Socket]>;
    peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
    peer.write(bytes);
    return (await connection)[0];
  }

  it('security 36: Node says so after two minutes without a byte either way', () => {
    peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
    expect(server.timeout).toBe(120_000);
  });

  it('security 36: are destroyed when the peer takes nothing of its answer', async () => {
    const answered = new Promise<void>((resolve) => {
      application.use((_request, response) => {
        response.end(Buffer.alloc(64 * 1024 * 1024));
        resolve();
      });
    });
    const socket = await taken(GET);
    await answered;
    socket.emit('timeout');
    expect(socket.destroyed).toBe(true);
  });

  it('security 36: are destroyed when nothing is asked for', async () => {
    const socket = await taken('GET / HT');
    socket.emit('timeout');
    expect(socket.destroyed).toBe(true);
  });

  it('stay when it is we who take long to answer', async () => {
    const asked = new Promise<void>((resolve) => void application.use(() => resolve()));
    const socket = await taken(GET);
    await asked;
    socket.emit('timeout');
    expect(socket.destroyed).toBe(false);
  });
});
