import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { HttpTransport, type HttpCall } from './http-transport.js';

const CALL: HttpCall = { operation: 'message.send', method: 'POST', path: [] };

describe('a call to an address that a system has handed out', () => {
  let server: FakeServer;

  beforeEach(async () => {
    server = await new FakeServer().start();
  });

  afterEach(() => server.stop());

  const transport = (path = ''): HttpTransport =>
    new HttpTransport({ system: 'push', url: server.url + path, clock: new MovedClock(), log: silentLog });

  it('sends bytes as they are to a target as it is written', async () => {
    server.route('POST /deep/w/', () => ({ status: 201 }));
    const data = Buffer.from([0, 255, 1, 0x0a, 128]);
    const bytes = { data, type: 'application/octet-stream' };
    await transport('/deep').send({ ...CALL, target: '/w/?token=a%2bB%2F:c=', bytes });
    const [call] = server.calls();
    expect([call?.path, call?.query, call?.bytes]).toEqual(['/deep/w/', { token: 'a+B/:c=' }, data]);
    expect(call?.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '5' });
  });

  it('security 7: sends nothing to a target that could lead elsewhere', async () => {
    const failure = await failureOf(transport().send({ ...CALL, target: '/a/%2e%2e/b' }));
    expect(failure).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    expect(server.calls()).toEqual([]);
  });
});
