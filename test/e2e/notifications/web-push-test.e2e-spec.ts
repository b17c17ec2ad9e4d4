import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../fakes/fake-server.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import { PUSH, type GivenSubscription } from '../../fakes/web-push/push-service-fake.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { Browsers } from './browsers.js';

const OWN = '/api/notifications/test';
const NOTIFY = 'POST /v1/notifications';
const KEY = 'planted-push-gateway-key';

describe('issue 24, Web Push: test messages without a push gateway', () => {
  let browsers: Browsers;
  let app: App;
  let admin: Session;
  let ana: Session;
  let browser: GivenSubscription;

  beforeAll(async () => {
    browsers = await Browsers.start();
    app = await startApp({ env: browsers.env });
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
  });

  beforeEach(async () => {
    browsers.service.startOver();
    // Five tests go to an account in a minute, and no case below makes more than two.
    await app.clock.leap(30_000);
    browser = await browsers.subscribe(app, ana);
  });

  afterAll(async () => {
    await app.close();
    await browsers.stop();
  });

  it('reach browsers, of the caller and, for administrators, of anybody', async () => {
    const results = [{ device_id: ana.deviceId, ok: true, pruned: false }];
    expect((await ana.post(OWN)).body).toEqual({ tokens: 1, sent: 1, failed: 0, results });
    const ofAna = await admin.post(`/api/admin/users/${ana.userId}/test-push`);
    expect([ofAna.status, ofAna.body]).toEqual([200, { tokens: 1, sent: 1, failed: 0, results }]);
    expect(browsers.shownTo(browser)).toMatchObject([
      { title: 'Test message', path: '/profile' },
      { title: 'Test message', path: '/profile' },
    ]);
  });

  it('issue 43 E32, doc3 §9.1: are 503 for an account without a browser, who has no other way to be reached', async () => {
    for (const answer of [await admin.post(OWN), await admin.post(`/api/admin/users/${admin.userId}/test-push`)])
      expect([answer.status, answer.body]).toEqual([
        503,
        { error: 'push not configured', code: 'push_not_configured' },
      ]);
  });

  it.each<readonly [FakeFault, boolean, string, string]>([
    [404, true, 'web_push_browser_gone', 'The browser takes no messages any more, and was forgotten.'],
    [410, true, 'web_push_browser_gone', 'The browser takes no messages any more, and was forgotten.'],
    [
      403,
      false,
      'web_push_key_refused',
      'The push service of the browser refused the key of this server. It helps to turn notifications off and on again there.',
    ],
    [400, false, 'web_push_message_refused', 'The push service of the browser refused the message.'],
    [429, false, 'web_push_limited', 'The push service takes no more messages for this browser at the moment.'],
    [500, false, 'web_push_not_sent', 'The push service of the browser could not be reached, or has failed.'],
    [
      { status: 400, body: { reason: 'planted-words' } },
      false,
      'web_push_message_refused',
      'The push service of the browser refused the message.',
    ],
  ])(
    'security 4: a push service that answers %j: 200 with what is wrong, in our words',
    async (fault, pruned, code, error) => {
      browsers.service.fail(PUSH, fault);
      const results = [{ device_id: ana.deviceId, ok: false, pruned, error, sentence: { code } }];
      expect((await ana.post(OWN)).body).toEqual({ tokens: 1, sent: 0, failed: 1, results });
      expect((await ana.post(OWN)).status).toBe(pruned ? 503 : 200);
    },
  );

  it('a push service that hangs is given up after ten seconds', async () => {
    browsers.service.fail(PUSH, 'timeout');
    const came = browsers.service.nextCall(PUSH);
    const answer = ana.post(OWN);
    await came;
    await app.clock.advance(10_000);
    const error = 'The push service of the browser gave no answer.';
    expect((await answer).body).toMatchObject({ sent: 0, failed: 1, results: [{ error }] });
  });
});

describe('issue 24, Web Push: test messages beside a push gateway', () => {
  let browsers: Browsers;
  let gateway: PushGatewayFake;
  let app: App;
  let admin: Session;
  let second: Session;

  beforeAll(async () => {
    browsers = await Browsers.start();
    gateway = await new PushGatewayFake().start();
    gateway.given.key(KEY);
    app = await startApp({ env: { ...browsers.env, PUSH_GATEWAY_URL: gateway.url, PUSH_API_KEY: KEY } });
    admin = await app.setUpAdmin();
    second = await app.login('admin', ADMIN_PASSWORD);
    const token = app.secrets.plant('push token', 'planted-push-token-of-the-phone');
    await admin.post('/api/devices/push-token', { device_id: admin.deviceId, apns_token: token });
    await browsers.subscribe(app, second);
  });

  afterAll(async () => {
    await app.close();
    await Promise.all([browsers.stop(), gateway.stop()]);
  });

  it('reach phones and browsers at once', async () => {
    expect((await admin.post(OWN)).body).toEqual({
      tokens: 2,
      sent: 2,
      failed: 0,
      results: [
        { device_id: admin.deviceId, ok: true, pruned: false },
        { device_id: second.deviceId, ok: true, pruned: false },
      ],
    });
    expect(gateway.journal).toMatchObject([{ deviceIds: [admin.deviceId] }]);
  });

  it('say of a gateway that fails what is wrong with it, and reach browsers all the same', async () => {
    gateway.fail(NOTIFY, 401);
    expect((await admin.post(OWN)).body).toEqual({
      tokens: 2,
      sent: 1,
      failed: 1,
      results: [
        {
          device_id: admin.deviceId,
          ok: false,
          pruned: false,
          error: 'the push gateway refused the key of this server',
          sentence: { code: 'push_gateway_key_refused' },
        },
        { device_id: second.deviceId, ok: true, pruned: false },
      ],
    });
  });
});

describe('doc3 §2.3: the step push of the checklist', () => {
  it('issue 24, Web Push: is done once the first browser is pushed to, and never by a phone without a gateway', async () => {
    const browsers = await Browsers.start();
    const app = await startApp({ env: browsers.env });
    const admin = await app.setUpAdmin();
    const step = async () => {
      const { items } = (await admin.get('/api/admin/setup-status')).body as {
        items: readonly { key: string; configured: boolean }[];
      };
      return items.find(({ key }) => key === 'push')?.configured;
    };
    const token = app.secrets.plant('push token', 'planted-token-of-no-gateway');
    await admin.post('/api/devices/push-token', { device_id: admin.deviceId, apns_token: token });
    expect((await admin.get('/api/admin/push-notifications')).body).toMatchObject({ configured: true });
    expect(await step()).toBe(false);
    await browsers.subscribe(app, admin);
    expect(await step()).toBe(true);
    await admin.delete(`/api/devices/push-token/${admin.deviceId}`);
    expect(await step()).toBe(false);
    await app.close();
    await browsers.stop();
  });
});
