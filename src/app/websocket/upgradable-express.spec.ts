import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
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
