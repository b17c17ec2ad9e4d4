import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { WebPushSubscriptionRow } from '../../../src/modules/notifications/settings-rows.js';
import { readVapid } from '../../fakes/web-push/vapid-reader.js';
import { PUSH, type GivenSubscription } from '../../fakes/web-push/push-service-fake.js';
import { HttpClient } from '../../harness/http-client.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';
import { Browsers } from './browsers.js';
import { refusedWith } from '../../harness/refused-with.js';

const ROUTE = '/api/devices/push-token';
const OWN = '/api/notifications/test';
/** Nothing reaches an account without a browser where there is no gateway. Source: doc 3 section 9.1. */
const NONE = { error: 'push not configured', code: 'push_not_configured' };

describe('issue 24, Web Push: browsers are registered', () => {
  let browsers: Browsers;
  let app: App;
  let admin: Session;
  let ana: Session;
  let ben: Session;

  beforeAll(async () => {
    browsers = await Browsers.start();
    app = await startApp({ env: browsers.env });
    admin = await app.setUpAdmin();
    [ana, ben] = [await app.invite('ana'), await app.invite('ben')];
  });

  beforeEach(() => browsers.service.startOver());

  afterAll(async () => {
    await app.close();
    await browsers.stop();
  });

  const tested = async (session: Session): Promise<unknown> => (await session.post(OWN)).body;
  const rows = () => app.get(Database).read((tx) => tx.find(WebPushSubscriptionRow));
  const body = (session: Session, subscription: object) => ({
    device_id: session.deviceId,
    platform: 'web',
    subscription,
  });

  it('with a public key that is the same for all, for as long as the server keeps its data', async () => {
    const keys = await Promise.all([ana, ben, ana].map((session) => session.get('/api/notifications/web-push')));
    const [first] = keys;
    expect(first?.body).toEqual({ public_key: expect.stringMatching(/^B[\w-]{86}$/) as string });
    expect(first?.headers.get('cache-control')).toBe('no-store');
    for (const { body: one } of keys) expect(one).toEqual(first?.body);
    const other = await startApp({ env: browsers.env, dataDir: app.dataDir });
    const elsewhere = new HttpClient(other.url, other.secrets, ana.token);
    expect((await elsewhere.get('/api/notifications/web-push')).body).toEqual(first?.body);
    await other.close();
  });

  it('and are sent to with that key; what is kept is sealed', async () => {
    const browser = await browsers.subscribe(app, ana);
    expect(await tested(ana)).toMatchObject({ tokens: 1, sent: 1, failed: 0 });
    expect(browsers.shownTo(browser)).toMatchObject([{ title: 'Test message', path: '/profile', type: 'test' }]);
    const kept = JSON.stringify(await rows());
    for (const secret of [browser.endpoint, browser.keys.p256dh, browser.keys.auth]) expect(kept).not.toContain(secret);
  });

  it('issue 24, Push: a subscription belongs to whoever registered it last, such as on the family tablet', async () => {
    const browser = await browsers.subscribe(app, ana);
    await browsers.register(app, ben, browser);
    expect([await tested(ana), await tested(ben)]).toMatchObject([NONE, { tokens: 1, sent: 1 }]);
  });

  it('a device has one subscription or one token: the last takes the place of any other', async () => {
    const first = await browsers.subscribe(app, ana);
    const second = await browsers.subscribe(app, ana);
    expect(await tested(ana)).toMatchObject({ tokens: 1, sent: 1 });
    expect([browsers.shownTo(first).length, browsers.shownTo(second).length]).toEqual([0, 1]);
    const token = { device_id: ana.deviceId, apns_token: app.secrets.plant('token', 'planted-token-in-place') };
    await ana.post(ROUTE, token);
    expect((await ana.post(OWN)).status).toBe(503);
    await browsers.register(app, ana, second);
    expect(await tested(ana)).toMatchObject({ tokens: 1, sent: 1 });
  });

  it('is taken back by its account alone', async () => {
    await browsers.subscribe(app, ana);
    const path = `${ROUTE}/${ana.deviceId}`;
    expect((await ben.delete(path)).status).toBe(404);
    expect(await tested(ana)).toMatchObject({ tokens: 1 });
    expect((await ana.delete(path)).body).toEqual({ success: true });
    expect((await ana.delete(path)).status).toBe(404);
    expect(await tested(ana)).toEqual(NONE);
  });

  it('the site that has registered is named to push services, where nothing else is known', async () => {
    const { endpoint, keys } = browsers.service.subscribe();
    const answer = await ana.post(ROUTE, body(ana, { endpoint, keys }), { origin: 'https://usher.house.example' });
    expect(answer.status).toBe(200);
    // One account has five tests a minute.
    await app.clock.advance(61_000);
    await tested(ana);
    await browsers.subscribe(app, ana);
    await tested(ana);
    const named = browsers.service
      .calls(PUSH)
      .map(({ headers }) => readVapid(String(headers.authorization))?.claims.sub);
    expect(named).toEqual(['https://usher.house.example/', 'mailto:nobody@example.com']);
  });

  const endings: readonly (readonly [string, (somebody: Session) => Promise<unknown>])[] = [
    ['signs out', (somebody) => somebody.post('/api/auth/logout')],
    ['is revoked', (somebody) => admin.delete(`/api/admin/devices/${somebody.deviceId}`)],
    ['goes with its account', (somebody) => admin.delete(`/api/admin/users/${somebody.userId}`)],
  ];

  it.each(endings)(
    'security 12, 32: the subscription of a device that %s is gone in the same write',
    async (how, end) => {
      const cara = await app.invite(`cara ${how}`);
      await browsers.subscribe(app, cara);
      expect((await rows()).some(({ deviceId }) => deviceId === cara.deviceId)).toBe(true);
      await end(cara);
      expect((await rows()).some(({ deviceId }) => deviceId === cara.deviceId)).toBe(false);
      expect(browsers.service.calls()).toEqual([]);
    },
  );

  it.each([
    ['somebody else’s device', () => ben.deviceId],
    ['no device', () => '00000000-0000-4000-8000-000000000000'],
  ])('doc3 §9.1: 403 for %s, and nothing is kept', async (_, device) => {
    const before = await rows();
    const answer = await ana.post(ROUTE, { ...body(ana, browsers.service.subscribe()), device_id: device() });
    expect([answer.status, answer.body]).toEqual([403, refusedWith('device not found')]);
    expect(await rows()).toEqual(before);
  });

  const SHAPE = 'subscription must have endpoint, keys.p256dh and keys.auth, as the browser gives them';
  const POINT = 'subscription.keys.p256dh must be an uncompressed point of P-256 in base64url';
  const ADDRESS = 'subscription.endpoint must be an https address, as the browser gives it';
  const HOST = 'subscription.endpoint leads to a host that WEB_PUSH_HOSTS does not allow';
  const bad: readonly (readonly [string, (good: GivenSubscription) => object, string])[] = [
    ['no subscription', () => ({ platform: 'web' }), SHAPE],
    ['a token in its place', () => ({ platform: 'web', apns_token: 'x' }), SHAPE],
    [
      'a subscription of another platform',
      (subscription) => ({ platform: 'ios', subscription }),
      'device_id and apns_token are required',
    ],
    ['no platform', (subscription) => ({ subscription }), 'device_id and apns_token are required'],
    ['a text', () => ({ platform: 'web', subscription: 'x' }), SHAPE],
    ['no keys', ({ endpoint }) => ({ platform: 'web', subscription: { endpoint } }), SHAPE],
    ['a key missing', ({ endpoint }) => ({ platform: 'web', subscription: { endpoint, keys: { auth: 'x' } } }), SHAPE],
    [
      'a key that is no point',
      ({ endpoint, keys }) => ({
        platform: 'web',
        subscription: { endpoint, keys: { ...keys, p256dh: 'B'.repeat(87) } },
      }),
      POINT,
    ],
    [
      'a secret that is too short',
      ({ endpoint, keys }) => ({ platform: 'web', subscription: { endpoint, keys: { ...keys, auth: 'AAAA' } } }),
      'subscription.keys.auth must be 16 bytes in base64url',
    ],
    ['an address that is none', ({ keys }) => ({ platform: 'web', subscription: { endpoint: 'x', keys } }), ADDRESS],
    [
      'an address of another host',
      ({ keys }) => ({ platform: 'web', subscription: { endpoint: 'https://10.0.0.7/planted', keys } }),
      HOST,
    ],
    [
      'an address that is too long',
      ({ keys }) => ({ platform: 'web', subscription: { endpoint: `https://a.example/${'x'.repeat(2_048)}`, keys } }),
      SHAPE,
    ],
  ];

  it('security 8: what is no subscription of a browser is 400, in words without the address, and nothing is kept', async () => {
    const before = await rows();
    for (const [what, over, error] of bad) {
      const answer = await ana.post(ROUTE, { device_id: ana.deviceId, ...over(browsers.service.subscribe()) });
      expect([what, answer.status, answer.body]).toEqual([what, 400, refusedWith(error)]);
    }
    expect([await rows(), browsers.service.calls()]).toEqual([before, []]);
  });
});

describe('issue 24, Web Push: WEB_PUSH_HOSTS', () => {
  let browsers: Browsers;
  let first: App;
  let admin: Session;

  beforeAll(async () => {
    browsers = await Browsers.start();
    first = await startApp({ env: browsers.env });
    admin = await first.setUpAdmin();
  });

  afterAll(async () => {
    await first.close();
    await browsers.stop();
  });

  /** Another server on the same data, and the administrator there. */
  async function beside(hosts: string): Promise<readonly [App, HttpClient]> {
    const app = await startApp({ env: { WEB_PUSH_HOSTS: hosts }, dataDir: first.dataDir });
    return [app, new HttpClient(app.url, app.secrets, admin.token)];
  }

  it('none turns it off: 503 for the key and a registration, and no browser counts', async () => {
    const browser = await browsers.subscribe(first, admin);
    const [app, there] = await beside('none');
    const off = { error: 'push messages to browsers are turned off on this server', code: 'web_push_off' };
    const registration = { device_id: admin.deviceId, platform: 'web', subscription: browser };
    for (const answer of [await there.get('/api/notifications/web-push'), await there.post(ROUTE, registration)])
      expect([answer.status, answer.body]).toEqual([503, off]);
    const test = await there.post(OWN);
    expect([test.status, test.body]).toEqual([503, { error: 'push not configured', code: 'push_not_configured' }]);
    await app.close();
  });

  it('security 8: a browser whose push service was allowed once is not called any more', async () => {
    await browsers.subscribe(first, admin);
    const [app, there] = await beside('push.example');
    const error = 'WEB_PUSH_HOSTS does not name the push service of the browser.';
    expect((await there.post(OWN)).body).toMatchObject({ tokens: 1, sent: 0, failed: 1, results: [{ error }] });
    expect(browsers.service.calls()).toEqual([]);
    await app.close();
  });
});
