import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refuseInserts } from '../../harness/refused-inserts.js';
import type { Answer } from '../../harness/http-client.js';
import { ADMIN_PASSWORD } from '../../harness/start-app.js';
import { BookHousehold, TOKEN } from './book-household.js';

const BEGIN = 'POST /oauth/device_authorization';
const POLL = 'POST /oauth/token';
const GRAPHQL = 'POST /v1/graphql';
const INTERVAL = 5_000;

interface Begun {
  readonly flow_id: string;
  readonly interval: number;
}

describe('doc1 §4 Book-catalog connection: the device sign-in', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open();
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const begin = async (): Promise<string> =>
    ((await household.admin.post(household.path('/device/begin'))).body as Begun).flow_id;
  const check = (flow: string): Promise<Answer> => household.admin.get(household.path(`/device/${flow}`));
  const cancel = (flow: string): Promise<Answer> => household.admin.delete(household.path(`/device/${flow}`));
  /** After the interval, so that the provider is asked. */
  const next = async (flow: string, ms = INTERVAL): Promise<Record<string, unknown>> => {
    await household.app.clock.advance(ms);
    return (await check(flow)).body as Record<string, unknown>;
  };
  const polls = (): number => household.fake.calls(POLL).length;
  const method = async (): Promise<unknown> => ((await household.status()).body as { method: unknown }).method;

  it('begins with what is to be typed in and where, and never with a code of its own', async () => {
    const answer = await household.admin.post(household.path('/device/begin'));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body).toEqual({
      flow_id: expect.stringMatching(/^[\w-]{32}$/),
      status: 'pending',
      user_code: 'USER-0001',
      verification_uri: 'https://hardcover.app/device',
      expires_at: new Date(household.app.clock.now() + 600_000).toISOString(),
      interval: 5,
    });
  });

  it('an approved sign-in proves that it reads the catalog, and then takes the place of what was', async () => {
    await household.connect();
    const flow = await begin();
    household.fake.signIns.decide('approved');
    household.fake.forgetCalls();
    const connected = await next(flow);
    const status = (await household.status()).body as Record<string, unknown>;
    expect(connected).toMatchObject({ status: 'connected', connection_id: status.connection_id });
    expect(status).toMatchObject({ method: 'oauth', configured: true, revision: 2 });
    expect(household.fake.calls().map(({ path }) => path)).toEqual(['/oauth/token', '/v1/graphql']);
    expect(await household.connections()).toBe(1);
    expect(JSON.stringify(await household.rows())).not.toMatch(/access-1|refresh-1/);
    expect((await check(flow)).body).toEqual(connected);
  });

  it('RFC 8628 §3.5: the provider is asked once in an interval, however often we are', async () => {
    const flow = await begin();
    await check(flow);
    expect(polls()).toBe(0);
    expect(await next(flow)).toEqual({ flow_id: flow, status: 'pending', interval: 5 });
    await Promise.all([check(flow), check(flow), check(flow)]);
    expect(polls()).toBe(1);
    await household.app.clock.advance(INTERVAL);
    await Promise.all([check(flow), check(flow), check(flow)]);
    expect(polls()).toBe(2);
  });

  it('RFC 8628 §3.5: slow_down makes the interval five seconds longer, for good', async () => {
    const flow = await begin();
    household.fake.fail(POLL, { status: 400, body: { error: 'slow_down' } });
    expect(await next(flow)).toMatchObject({ status: 'pending', interval: 10 });
    await next(flow, 9_000);
    expect(polls()).toBe(1);
    expect(await next(flow, 1_000)).toMatchObject({ status: 'pending', interval: 10 });
    expect(polls()).toBe(2);
  });

  it.each([
    ['denied', 'denied'],
    ['expired', 'expired'],
  ] as const)('%s at the provider is %s, and what was stays', async (decision, status) => {
    await household.connect();
    const flow = await begin();
    household.fake.signIns.decide(decision);
    const sentence = { code: `catalog_sign_in_${status}` };
    expect(await next(flow)).toMatchObject({ status, error: expect.any(String), sentence });
    await next(flow);
    expect([polls(), await method()]).toEqual([1, 'token']);
  });

  it('a sign-in runs out by itself, and nobody is asked any more', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    expect(await next(flow, 600_000)).toMatchObject({ status: 'expired' });
    expect(polls()).toBe(0);
  });

  it('a cancelled sign-in is over, though it is approved afterwards', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    const cancelled = await cancel(flow);
    expect(cancelled).toMatchObject({ status: 200, body: { flow_id: flow, status: 'cancelled' } });
    expect(await next(flow)).toMatchObject({ status: 'cancelled' });
    expect([polls(), await method()]).toEqual([0, null]);
  });

  it('doc3 §1.6, security 12: one of an administrator who is demoted while its token is judged connects nothing', async () => {
    const eve = await household.administrator('eve');
    const { flow_id: flow } = (await eve.post(household.path('/device/begin'))).body as Begun;
    household.fake.signIns.decide('approved');
    household.fake.meanwhile(GRAPHQL, () => household.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' }));
    await household.app.clock.advance(INTERVAL);
    const { status } = (await eve.get(household.path(`/device/${flow}`))).body as { status: string };
    expect([status, await household.connections()]).toEqual(['failed', 0]);
  });

  it('one that is cancelled while its token is judged connects nothing', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    household.fake.meanwhile(GRAPHQL, () => cancel(flow));
    expect(await next(flow)).toMatchObject({ status: 'cancelled' });
    expect(await household.connections()).toBe(0);
  });

  it('doc1 §4: one that is cancelled while the provider is asked whether it is approved connects nothing', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    household.fake.meanwhile(POLL, () => cancel(flow));
    expect(await next(flow)).toMatchObject({ status: 'cancelled' });
    expect([household.fake.reads, await household.connections()]).toEqual([0, 0]);
  });

  it('doc1 §3: one that is cancelled while it is stored is reported in its state by then, in either order', async () => {
    for (let turns = 0; turns < 24; turns += 4) {
      const flow = await begin();
      household.fake.signIns.decide('approved');
      const cancelled = household.fake.nextCall(GRAPHQL).then(async () => {
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return cancel(flow);
      });
      const { status } = await next(flow, 6_000);
      expect((await cancelled).body).toMatchObject({ status });
      expect(['connected', 'cancelled']).toContain(status);
      expect((await household.status()).body).toMatchObject({ configured: status === 'connected' });
      await household.admin.delete(household.path());
    }
  });

  it('doc3 §12.5: one that is connected stays so when it is cancelled, and says so', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    await next(flow);
    expect((await cancel(flow)).body).toMatchObject({ status: 'connected' });
    expect(await method()).toBe('oauth');
  });

  it('a newer sign-in supersedes the one before', async () => {
    const first = await begin();
    household.fake.signIns.decide('approved');
    const second = await begin();
    expect(await next(first)).toMatchObject({ status: 'superseded' });
    household.fake.signIns.decide('approved');
    expect(await next(second, 0)).toMatchObject({ status: 'connected' });
  });

  it('a token that was stored meanwhile stays, and the sign-in is superseded', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    await household.connect();
    expect(await next(flow)).toMatchObject({ status: 'superseded' });
    expect([await method(), await household.connections()]).toEqual(['token', 1]);
  });

  it('a disconnection meanwhile holds', async () => {
    await household.connect();
    const flow = await begin();
    household.fake.signIns.decide('approved');
    await household.admin.delete(household.path());
    expect(await next(flow)).toMatchObject({ status: 'superseded' });
    expect(await household.connections()).toBe(0);
  });

  it('doc1 §4: a connection that changes while a sign-in is begun is 409, an instance that goes 404, and none is begun', async () => {
    household.fake.meanwhile(BEGIN, () => household.connect());
    expect((await household.admin.post(household.path('/device/begin'))).status).toBe(409);
    household.fake.meanwhile(BEGIN, () => household.admin.delete(`/api/instances/${household.instanceId}`));
    expect((await household.admin.post(household.path('/device/begin'))).status).toBe(404);
  });

  it('an instance that is deleted, and another made under its name, are not connected', async () => {
    const id = await household.another('Old', { id: 'book_manager-old' });
    const { body } = await household.admin.post(household.path('/device/begin', id));
    household.fake.signIns.decide('approved');
    await household.admin.delete(`/api/instances/${id}`);
    await household.another('New', { id });
    await household.app.clock.advance(INTERVAL);
    const answer = await household.admin.get(household.path(`/device/${(body as Begun).flow_id}`, id));
    expect(answer.body).toMatchObject({ status: 'failed' });
    expect(await household.connections()).toBe(0);
  });

  it('a token without the scope fails the sign-in, and what was stays', async () => {
    await household.connect();
    const flow = await begin();
    household.fake.signIns.scope = 'read:me';
    household.fake.signIns.decide('approved');
    const error = 'the token may not read the catalog: it needs the scope read:catalog';
    expect(await next(flow)).toMatchObject({ status: 'failed', error, sentence: { code: 'bookcatalog_scope' } });
    expect(await method()).toBe('token');
  });

  it.each([
    [POLL, 503],
    [POLL, 'garbage'],
    [GRAPHQL, 503],
    [GRAPHQL, 'garbage'],
  ] as const)('a fault that passes (%s %j) leaves it pending, and the next check goes on', async (route, fault) => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    household.fake.fail(route, fault);
    expect(await next(flow)).toMatchObject({ status: 'pending', error: expect.any(String) });
    expect(await next(flow)).toMatchObject({ status: 'connected' });
    const connected = await next(flow);
    expect(connected).not.toHaveProperty('error');
    expect(connected).not.toHaveProperty('sentence');
  });

  it('RFC 8628 §3.5: a provider that can’t be reached is asked half as often', async () => {
    const flow = await begin();
    household.fake.fail(POLL, 'reset', 4);
    for (const interval of [10, 20, 40, 60])
      expect(await next(flow, 60_000)).toMatchObject({ status: 'pending', interval });
  });

  it('RFC 8628 §3.5: an interval that the provider has named never becomes a shorter one', async () => {
    household.fake.signIns.interval = 90;
    const flow = await begin();
    household.fake.fail(POLL, 'reset');
    expect(await next(flow, 90_000)).toMatchObject({ status: 'pending', interval: 90 });
  });

  it('doc3 Decisions: storage that refuses is 503, and the approved sign-in is stored at a later check', async () => {
    const flow = await begin();
    household.fake.signIns.decide('approved');
    const allow = await refuseInserts(household.statement, 'bookcatalog_connections');
    await household.app.clock.advance(INTERVAL);
    expect(await check(flow)).toMatchObject({ status: 503 });
    await allow();
    expect(await next(flow)).toMatchObject({ status: 'connected' });
    expect(polls()).toBe(1);
  });

  it('doc1 §5.4: it is bound to the session that began it, and goes on when that has new tokens', async () => {
    const flow = await begin();
    const elsewhere = await household.app.login('admin', ADMIN_PASSWORD);
    for (const answer of [
      await elsewhere.get(household.path(`/device/${flow}`)),
      await elsewhere.delete(household.path(`/device/${flow}`)),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'sign-in not found' } });
    await household.later(INTERVAL);
    expect((await check(flow)).body).toMatchObject({ status: 'pending' });
  });

  it('security 3: nobody but who began it hears of it, nor may another instance', async () => {
    const flow = await begin();
    const other = await household.app.invite('olga');
    await household.admin.patch(`/api/admin/users/${other.userId}`, { role: 'admin' });
    const another = await household.another('More books');
    for (const answer of [
      await other.get(household.path(`/device/${flow}`)),
      await other.delete(household.path(`/device/${flow}`)),
      await household.admin.get(household.path(`/device/${flow}`, another)),
      await check('no-such-sign-in'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'sign-in not found' } });
    expect((await check(flow)).body).toMatchObject({ status: 'pending' });
  });

  it('a provider that can’t begin is 502, and an instance of another kind 400', async () => {
    household.fake.fail(BEGIN, 503);
    expect((await household.admin.post(household.path('/device/begin'))).status).toBe(502);
    const films = await household.app.connectRadarr(household.admin);
    expect((await household.admin.post(household.path('/device/begin', films))).status).toBe(400);
  });

  it('the token of a sign-in is good for trending, and one without a device sign-in set up can’t be begun', async () => {
    expect((await household.connect(TOKEN)).status).toBe(200);
    const without = await BookHousehold.open({ signIn: false });
    try {
      expect((await without.admin.post(without.path('/device/begin'))).status).toBe(400);
    } finally {
      await without.close();
    }
  });
});
