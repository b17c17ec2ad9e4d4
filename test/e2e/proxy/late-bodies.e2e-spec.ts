import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { targetUnder } from '../../harness/under-prefix.js';
import { startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

/** More than one reading of a socket, so that some of it is passed on at once. */
const BEGIN = `{"a":"${'a'.repeat(512 * 1024)}`;
const END = '"}';

describe('doc3 §1.6, security 12: a body that an administrator takes a long time to send to an instance', () => {
  let fixture: ProxyFixture;
  let manager: Server;
  let eve: Session;
  /** The bodies that the manager has received in full. */
  let received: string[];
  /** Resolves with what the manager has got of each call that broke off. */
  let brokenOff: Promise<string>;

  beforeEach(async () => {
    fixture = await startProxyFixture();
    eve = await fixture.app.invite('eve');
    await fixture.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    received = [];
    let broke: (got: string) => void = () => undefined;
    brokenOff = new Promise((resolve) => (broke = resolve));
    manager = createServer((call, response) => {
      let got = '';
      call.on('data', (piece: Buffer) => (got += piece.toString()));
      call.once('end', () => {
        received.push(got);
        response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
      });
      call.once('error', () => broke(got));
    }).listen(0, '127.0.0.1');
    await once(manager, 'listening');
    const url = `http://127.0.0.1:${(manager.address() as AddressInfo).port}`;
    const id = fixture.ids.movie_manager;
    await fixture.app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, { url }));
  });

  afterEach(async () => {
    await fixture.close();
    manager.closeAllConnections();
    await new Promise((closed) => manager.close(closed));
  });

  /** Begins a call whose body has a last piece to come; resolves when the manager hears of it. */
  async function begin(headers: Readonly<Record<string, string>>): Promise<ClientRequest> {
    const { hostname, port } = new URL(fixture.app.url);
    const path = targetUnder(fixture.app.url, `/api/instances/${fixture.ids.movie_manager}/api/v3/command`);
    const authorization = `Bearer ${eve.token}`;
    const heard = once(manager, 'request');
    const call = request({
      hostname,
      port,
      path,
      method: 'POST',
      agent: false,
      headers: { authorization, ...headers },
    });
    call.write(BEGIN);
    await heard;
    return call;
  }

  /** Sends the last piece of a body. */
  async function end(call: ClientRequest): Promise<readonly [status: number | undefined, text: string]> {
    call.end(END);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return [answer.statusCode, await text(answer)];
  }

  const role = (role: string) => fixture.admin.patch(`/api/admin/users/${eve.userId}`, { role });

  describe.each([
    ['of a declared length', { 'content-length': String(BEGIN.length + END.length) }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('%s', (_, headers) => {
    it.each<[string, () => Promise<Answer>, number]>([
      ['is demoted', () => role('user'), 403],
      ['is deleted', () => fixture.admin.delete(`/api/admin/users/${eve.userId}`), 401],
      ['loses the device', () => fixture.admin.delete(`/api/admin/devices/${eve.deviceId}`), 401],
    ])(
      'by somebody who %s meanwhile never becomes whole, and the instance does nothing',
      async (_ending, ends, status) => {
        const call = await begin(headers);
        expect((await ends()).status).toBeLessThan(300);
        expect(await end(call)).toEqual([status, expect.stringContaining('"error"')]);
        expect((await brokenOff).length).toBeLessThan(BEGIN.length + END.length);
        expect(received).toEqual([]);
      },
    );

    it('by somebody who stays one arrives as it was sent', async () => {
      const call = await begin(headers);
      expect(await end(call)).toEqual([201, '{}']);
      expect(received).toEqual([BEGIN + END]);
    });
  });
});
