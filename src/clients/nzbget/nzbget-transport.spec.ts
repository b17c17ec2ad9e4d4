import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { NZBGET_CALLS, type NzbgetFake } from '../../../test/fakes/nzbget/nzbget-fake.js';
import { nzbgetFault, NzbgetFixture } from '../../../test/harness/nzbget-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { UnsafeAddress } from '../http/safe-address.js';
import type { NzbgetClient } from './nzbget.client.js';

const UNKNOWN = '4711';
const NONSENSE = 'server answered with something other than JSON';

let fixture: NzbgetFixture;
let fake: NzbgetFake;
let client: NzbgetClient;

beforeEach(async () => {
  fixture = await NzbgetFixture.start();
  ({ fake } = fixture);
  client = fixture.client();
});

afterEach(() => fake.stop());

describe('issue 23 §1: the connection test of NZBGet', () => {
  it('proves the password, by a call that a user who may only add doesn’t have', async () => {
    await expect(client.testConnection()).resolves.toBeUndefined();
    const reason = 'invalid user name or password';
    const fault = await failureOf(fixture.client({ password: 'canary-other' }).testConnection());
    expect(fault).toMatchObject({ kind: 'unauthorized', status: 401, reason });
    fake.mayOnlyAdd = true;
    const lacking = { kind: 'unauthorized', reason: 'the user lacks the permission' };
    expect(await failureOf(client.testConnection())).toMatchObject(lacking);
    expect(fake.calls(NZBGET_CALLS.version)).toEqual([]);
  });

  it('sends a body with its length, never in chunks, and keeps no connection', async () => {
    await client.testConnection();
    const [call] = fake.calls();
    expect(call?.headers).toMatchObject({ 'content-length': '31', connection: 'close' });
    expect(call?.headers['transfer-encoding']).toBeUndefined();
    expect(call?.body).toEqual({ method: 'status', params: [] });
  });

  it.each<readonly [FakeFault, string, string]>([
    [{ status: 403, body: 'canary' }, 'unauthorized', 'server returned status 403'],
    [nzbgetFault(1), 'rejected', 'client refused the call'],
    [{ body: '<html>canary</html>' }, 'malformed', NONSENSE],
    ['empty', 'malformed', NONSENSE],
    [{ body: {} }, 'malformed', 'server answered with unexpected data at result'],
    [{ body: { result: { canary: true } } }, 'malformed', 'server answered with unexpected data at result'],
    [{ status: 502, body: 'canary' }, 'failed', 'server returned status 502'],
    [
      { status: 301, headers: { location: '/nzbget/jsonrpc?canary' } },
      'redirected',
      'server redirected with status 301 to /nzbget/jsonrpc',
    ],
  ])('doc 3 §3.2: fails after %o as %s', async (answer, kind, reason) => {
    fake.fail(NZBGET_CALLS.status, answer);
    const fault = await failureOf(client.testConnection());
    expect(fault).toMatchObject({ system: 'nzbget', kind, reason });
    expect(inspect(fault, { depth: 10, showHidden: true })).not.toContain('canary');
    expect(fake.calls()).toHaveLength(1);
  });

  it('doc 3 §3.2: takes no more than 16 MiB of an answer', async () => {
    fake.fail(NZBGET_CALLS.status, { body: Buffer.alloc(16 * 1024 * 1024 + 1, 32) });
    const reason = 'server answered with more data than we take';
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'nzbget', kind: 'too_large', reason });
  });

  it.each<readonly [number, (of: NzbgetClient) => Promise<unknown>, string]>([
    [10_000, (of) => of.testConnection(), NZBGET_CALLS.status],
    [35_000, (of) => of.queue(), NZBGET_CALLS.groups],
    [10_000, (of) => of.pause(UNKNOWN), NZBGET_CALLS.groups],
  ])('doc 4 §6.4: waits %d ms at most, also where the connection has broken before', async (ms, work, route) => {
    const { clock } = fixture;
    fake.meanwhile(route, () => clock.advance(3_000));
    fake.fail(route, 'reset');
    fake.fail(route, 'timeout');
    const arrived = fake.arrived(route, 2);
    const failing = failureOf(work(client));
    await arrived;
    await clock.advance(ms - 3_001);
    expect(clock.pending).toBe(2);
    await clock.advance(1);
    const reason = `could not reach server: no complete answer within ${ms / 1_000} s`;
    expect(await failing).toMatchObject({ kind: 'timeout', reason });
    expect(clock.pending).toBe(0);
  });

  it('ends with the caller’s signal, and is no timeout then', async () => {
    const giveUp = new AbortController();
    fake.fail(NZBGET_CALLS.groups, 'timeout');
    const arrived = fake.nextCall(NZBGET_CALLS.groups);
    const failing = failureOf(client.queue(giveUp.signal));
    await arrived;
    giveUp.abort();
    expect(await failing).toMatchObject({ kind: 'aborted' });
    expect(fake.calls()).toHaveLength(1);
  });

  it('security 7: an address that is none is refused', () => {
    expect(() => fixture.client({ url: 'ftp://127.0.0.1/' })).toThrow(UnsafeAddress);
  });
});

describe('issue 23 §1: a connection that looks alive and isn’t', () => {
  it.each(['reset', 'cut-body'] as const)('is met by a reading that is made once more (%s)', async (fault) => {
    fake.fail(NZBGET_CALLS.groups, fault);
    await expect(client.queue()).resolves.toMatchObject({ items: [] });
    fake.fail(NZBGET_CALLS.groups, fault, 2);
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'unreachable' });
    expect(fake.calls(NZBGET_CALLS.groups)).toHaveLength(4);
  });

  it('is met by an action that is made once', async () => {
    const id = fake.given.group();
    fake.fail(NZBGET_CALLS.edit, 'reset');
    expect(await failureOf(client.pause(id))).toMatchObject({ kind: 'unreachable' });
    fake.fail(NZBGET_CALLS.pauseAll, 'reset');
    expect(await failureOf(client.pauseAll())).toMatchObject({ kind: 'unreachable' });
    expect([fake.calls(NZBGET_CALLS.edit).length, fake.calls(NZBGET_CALLS.pauseAll).length]).toEqual([1, 1]);
  });
});
