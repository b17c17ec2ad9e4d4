import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { RecordedMeter } from '../../../test/harness/recorded-meter.js';
import { silentLog } from '../../core/logging/log.js';
import { HttpTransport, type HttpCall } from './http-transport.js';

const ROUTE = 'GET /thing';
const CALL: HttpCall = { operation: 'thing.read', method: 'GET', path: ['thing'] };

describe('the figures of calls', () => {
  let server: FakeServer;
  let meter: RecordedMeter;
  let transport: HttpTransport;

  beforeEach(async () => {
    server = await new FakeServer().start();
    server.route(ROUTE, () => ({ body: {} }));
    meter = new RecordedMeter();
    transport = new HttpTransport({
      system: 'library',
      url: server.url,
      clock: new MovedClock(),
      log: silentLog,
      meter,
    });
  });

  afterEach(() => server.stop());

  it('an answer that was asked for is ok', async () => {
    await transport.send(CALL);
    expect(meter.calls).toEqual([{ system: 'library', outcome: 'ok', ms: 0 }]);
  });

  it.each<[FakeFault, string]>([
    [401, 'unauthorized'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'failed'],
    ['reset', 'unreachable'],
  ])('%s is counted once, as %s', async (fault, outcome) => {
    server.fail(ROUTE, fault);
    await expect(transport.send(CALL)).rejects.toThrow();
    expect(meter.calls).toEqual([{ system: 'library', outcome, ms: 0 }]);
  });

  it('a status that the caller takes is ok', async () => {
    server.fail(ROUTE, 404);
    await transport.send({ ...CALL, accept: [404] });
    expect(meter.calls).toMatchObject([{ outcome: 'ok' }]);
  });
});
