import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PushGatewayFake } from '../../../test/fakes/push-gateway/push-gateway-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { PushGatewayClient } from './push-gateway.client.js';

const ENROLL = 'POST /v1/enroll';
const NOTIFY = 'POST /v1/notifications';
const DEVICES = ['POST /v1/devices', 'DELETE /v1/devices'] as const;
const KEY = Secret.of('planted-gateway-key');
const ENROLMENT_KEY = Secret.of('enrolment-1');
const TOKEN = 'planted-device-token-0f3a';
const PHONE = { deviceId: 'phone', token: Secret.of(TOKEN), platform: 'ios' };
const TABLET = { deviceId: 'tablet', token: Secret.of('planted-device-token-of-letters'), platform: 'android' };
const MESSAGE = { title: 'New request', body: 'Harbor Lights', data: { type: 'request_pending', tmdb_id: 990101 } };

describe('PushGatewayClient', () => {
  let clock: MovedClock;
  let fake: PushGatewayFake;
  let client: PushGatewayClient;

  beforeEach(async () => {
    clock = new MovedClock();
    fake = await new PushGatewayFake().start();
    fake.given.key(KEY.reveal());
    client = new PushGatewayClient({ url: fake.url, clock, log: silentLog });
  });

  afterEach(() => fake.stop());

  const notify = (devices = [PHONE, TABLET], idempotencyKey = 'message-1') =>
    client.notify(KEY, devices, MESSAGE, { idempotencyKey });

  it('doc3 §9.1: an enrolment brings the key, which is not printed, and the enroll token goes in its own header', async () => {
    fake.enrollToken = 'invited';
    expect(await failureOf(client.enroll({ idempotencyKey: ENROLMENT_KEY }))).toMatchObject({ kind: 'unauthorized' });
    const key = await client.enroll({ idempotencyKey: ENROLMENT_KEY, enrollToken: Secret.of('invited') });
    expect([key.reveal(), inspect(key)]).toEqual(['gateway-key-1', '[redacted]']);
    expect(await client.notify(key, [PHONE], MESSAGE, { idempotencyKey: 'm' })).toMatchObject({ sent: 1 });
  });

  it('an enrolment whose answer was lost is the same one when it is asked for again under its key', async () => {
    fake.fail(ENROLL, 'answer-lost');
    await failureOf(client.enroll({ idempotencyKey: ENROLMENT_KEY }));
    expect((await client.enroll({ idempotencyKey: ENROLMENT_KEY })).reveal()).toBe('gateway-key-1');
    expect(fake.enrolments).toBe(1);
  });

  it.each([
    {},
    { api_key: null },
    { api_key: '' },
    { api_key: 7 },
    { api_key: 'a b' },
    { api_key: 'a\r\nb' },
    [],
    null,
  ])('security 34: an enrolment without a key that a header can hold is refused: %j', async (body) => {
    fake.fail(ENROLL, { body });
    expect(await failureOf(client.enroll({ idempotencyKey: ENROLMENT_KEY }))).toMatchObject({ kind: 'malformed' });
  });

  it('issue 24 push: devices are made known and forgotten by id; one that is unknown counts as forgotten', async () => {
    await client.register(KEY, PHONE);
    expect(fake.calls(DEVICES[0])[0]).toMatchObject({
      body: { device_id: 'phone', token: TOKEN, platform: 'ios' },
      headers: { authorization: `Bearer ${KEY.reveal()}` },
    });
    await client.unregister(KEY, 'phone');
    await client.unregister(KEY, 'phone');
    expect(fake.calls(DEVICES[1]).map(({ body }) => body)).toEqual([{ device_id: 'phone' }, { device_id: 'phone' }]);
    expect(fake.devices.size).toBe(0);
  });

  it('issue 24 push: a message names its devices, and what it leaves out is no member of it', async () => {
    expect(await notify([PHONE])).toEqual({
      sent: 1,
      failed: 0,
      results: [{ deviceId: 'phone', ok: true, pruned: false, error: null }],
    });
    await client.notify(KEY, [PHONE], { ...MESSAGE, badge: 3, collapseId: 'c' }, { idempotencyKey: 'message-2' });
    const devices = [{ device_id: 'phone', token: TOKEN, platform: 'ios' }];
    expect(fake.calls(NOTIFY).map(({ body }) => body)).toEqual([
      { devices, ...MESSAGE },
      { devices, ...MESSAGE, badge: 3, collapse_id: 'c' },
    ]);
    expect(fake.calls(NOTIFY).map(({ headers }) => headers['idempotency-key'])).toEqual(['message-1', 'message-2']);
  });

  it('issue 24 push: a message that is sent again under its key reaches nobody twice', async () => {
    fake.fail(NOTIFY, 'answer-lost');
    await failureOf(notify());
    expect(await notify()).toMatchObject({ sent: 2 });
    expect(fake.journal).toHaveLength(1);
  });

  it('doc3 §9.1: says of each device whether its token is good no more, and never repeats the token', async () => {
    fake.given.faultyToken(TOKEN, 'pruned');
    fake.given.faultyToken(TABLET.token.reveal(), 'refused');
    const outcome = await notify();
    expect(outcome).toEqual({
      sent: 0,
      failed: 2,
      results: [
        { deviceId: 'phone', ok: false, pruned: true, error: 'Unregistered' },
        { deviceId: 'tablet', ok: false, pruned: false, error: null },
      ],
    });
  });

  const row = (over: object) => ({ device_id: 'phone', ok: true, ...over });
  const hostile: readonly (readonly [string, object, object])[] = [
    ['counts alone', { sent: 2, failed: 0 }, { sent: 2, failed: 0, results: [] }],
    ['rows alone', { results: [row({})] }, { sent: 1, failed: 1 }],
    ['null for rows', { sent: 1, failed: 1, results: null }, { sent: 1, failed: 1, results: [] }],
    ['counts beyond everybody', { sent: 9_000, failed: 9_000 }, { sent: 2, failed: 2 }],
    ['a count that is a text', { sent: '2', results: [] }, { sent: 0, failed: 2 }],
    [
      'a device that nobody asked for',
      { sent: 1, results: [row({ device_id: 'other', pruned: true })] },
      { results: [] },
    ],
    ['rows that are none', { sent: 1, results: [null, 7, [], 'x', {}] }, { results: [] }],
    [
      'one device twice',
      { sent: 1, results: [row({}), row({ ok: false, pruned: true })] },
      { results: [{ pruned: false }] },
    ],
    ['pruned in words', { sent: 1, results: [row({ pruned: 'true' })] }, { results: [{ pruned: false }] }],
    ['the token as reason', { sent: 0, results: [row({ ok: false, error: TOKEN })] }, { results: [{ error: null }] }],
    ['the key as reason', { sent: 0, results: [row({ error: KEY.reveal() })] }, { results: [{ error: null }] }],
    [
      'the key in capitals as reason',
      { sent: 0, results: [row({ error: KEY.reveal().toUpperCase() })] },
      { results: [{ error: null }] },
    ],
    [
      'the token of another device as reason',
      { sent: 0, results: [row({ error: `not ${TABLET.token.reveal()}` })] },
      { results: [{ error: null }] },
    ],
    [
      'markup as reason',
      { sent: 0, results: [row({ ok: false, error: '<b>no</b>' })] },
      { results: [{ error: null }] },
    ],
    ['letters without end', { sent: 0, results: [row({ error: 'x'.repeat(90) })] }, { results: [{ error: null }] }],
  ];

  it.each(hostile)('security 34: an answer with %s is read safely', async (_, body, expected) => {
    fake.fail(NOTIFY, { body });
    expect(await notify()).toMatchObject(expected);
  });

  it('security 31: of thousands of rows only the first few are looked at', async () => {
    const others = Array.from({ length: 20_000 }, () => row({ device_id: 'other' }));
    fake.fail(NOTIFY, { body: { sent: 1, results: [...others, row({ pruned: true })] } });
    expect(await notify()).toMatchObject({ results: [] });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'not_found'],
    [400, 'rejected'],
    [409, 'rejected'],
    [429, 'rate_limited'],
    [{ raw: 'HTTP/1.1 429 Slow Down\r\nContent-Length: 50\r\n\r\n{"err' }, 'rate_limited'],
    [500, 'failed'],
    [503, 'failed'],
    [302, 'redirected'],
    ['reset', 'unreachable'],
    ['garbage', 'malformed'],
    ['empty', 'malformed'],
    [{ body: {} }, 'malformed'],
    [{ body: { sent: null, results: {} } }, 'malformed'],
    [{ body: 'x'.repeat(1024 * 1024 + 1) }, 'too_large'],
  ] as const)('a message that is answered %j has failed as %s, and the error holds no secret', async (fault, kind) => {
    fake.fail(NOTIFY, fault);
    const failure = await failureOf(notify());
    expect(failure).toMatchObject({ kind, definitelyNotSent: false });
    expect(inspect(failure, { depth: 9 })).not.toMatch(/planted/);
  });

  it('a rate limit says how long to wait', async () => {
    fake.limitRate({ retryAfterSeconds: 7 });
    expect(await failureOf(notify())).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 });
  });

  it('a gateway that nobody has reached has certainly got nothing', async () => {
    await fake.leave();
    expect(await failureOf(notify())).toMatchObject({ kind: 'unreachable', definitelyNotSent: true });
  });

  it('doc3 §9.1: thirty seconds are waited for an answer', async () => {
    fake.fail(NOTIFY, 'timeout');
    const came = fake.nextCall(NOTIFY);
    const failed = failureOf(notify());
    await came;
    await clock.advance(30_000);
    expect(await failed).toMatchObject({ kind: 'timeout' });
  });
});
