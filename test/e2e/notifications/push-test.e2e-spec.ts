import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../fakes/fake-server.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';
import { PushHousehold } from './push-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const NOTIFY = 'POST /v1/notifications';
const OWN = '/api/notifications/test';

describe('doc3 §5.2, §9.1: test messages', () => {
  let household: PushHousehold;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    household = await PushHousehold.start();
    ({ admin, ana } = household);
  });

  beforeEach(async () => {
    household.gateway.startOver();
    // Five tests go to an account in a minute, and no case below makes more than two.
    await household.app.clock.leap(30_000);
    await household.register(ana);
  });

  afterAll(() => household.close());

  const ofAna = () => `/api/admin/users/${ana.userId}/test-push`;

  it('doc3 §9.1: a test goes to the devices of the caller, and says what became of it on each', async () => {
    const { status, body } = await ana.post(OWN);
    const results = [{ device_id: ana.deviceId, ok: true, pruned: false }];
    expect([status, body]).toEqual([200, { tokens: 1, sent: 1, failed: 0, results }]);
    expect(household.gateway.journal).toMatchObject([{ deviceIds: [ana.deviceId], data: { type: 'test' } }]);
  });

  it('doc3 §5.2: an administrator tests the devices of an account', async () => {
    expect((await admin.post(ofAna())).body).toMatchObject({ tokens: 1, sent: 1 });
    expect((await ana.post(ofAna())).status).toBe(403);
    const wrong = await admin.post('/api/admin/users/x/test-push');
    expect([wrong.status, wrong.body]).toEqual([400, refusedWith('invalid user id')]);
    expect((await admin.post('/api/admin/users/999/test-push')).status).toBe(404);
  });

  it('issue 43 B11, security 40: of an account’s tests five go out in a minute, whoever asks; the sixth is 429', async () => {
    await household.app.clock.leap(60_000);
    for (let n = 0; n < 4; n += 1) expect((await ana.post(OWN)).status).toBe(200);
    expect((await admin.post(ofAna())).status).toBe(200);
    for (const refused of [await ana.post(OWN), await admin.post(ofAna())])
      expect([refused.status, refused.body]).toEqual([
        429,
        { error: 'too many requests, please try again later', code: 'too_many_requests' },
      ]);
    expect(household.gateway.journal).toHaveLength(5);
    await household.app.clock.leap(60_000);
    expect((await ana.post(OWN)).status).toBe(200);
  });

  it('doc3 §9.1: nobody is asked for an account without devices', async () => {
    expect((await admin.post(OWN)).body).toEqual({ tokens: 0, sent: 0, failed: 0 });
    expect(household.gateway.calls(NOTIFY)).toEqual([]);
  });

  it('doc3 §9.1: a token that the gateway calls good no more is forgotten', async () => {
    household.gateway.given.faultyToken(await household.register(ana));
    const sentence = { code: 'foreign', params: { text: 'Unregistered' } };
    const results = [{ device_id: ana.deviceId, ok: false, pruned: true, error: 'Unregistered', sentence }];
    expect((await ana.post(OWN)).body).toEqual({ tokens: 1, sent: 0, failed: 1, results });
    expect((await ana.post(OWN)).body).toEqual({ tokens: 0, sent: 0, failed: 0 });
  });

  it('doc3 §9.1: a token that was registered while the old one was tried stays', async () => {
    household.gateway.given.faultyToken(await household.register(ana));
    household.gateway.meanwhile(NOTIFY, () => household.register(ana));
    expect((await ana.post(OWN)).body).toMatchObject({ tokens: 1, failed: 1 });
    expect((await ana.post(OWN)).body).toMatchObject({ tokens: 1, sent: 1 });
  });

  it('security 4: a gateway that repeats the token in its reason is not quoted', async () => {
    household.gateway.given.faultyToken(await household.register(ana), 'refused');
    const results = [{ device_id: ana.deviceId, ok: false, pruned: false }];
    expect((await ana.post(OWN)).body).toEqual({ tokens: 1, sent: 0, failed: 1, results });
  });

  it.each<readonly [FakeFault, string]>([
    [401, 'the push gateway refused the key of this server'],
    [429, 'the push gateway is too busy, try again later'],
    [500, 'the push gateway could not take the message'],
    ['garbage', 'the push gateway could not take the message'],
    ['reset', 'the push gateway could not be reached'],
    [{ status: 400, body: { error: 'planted-push-gateway-key' } }, 'the push gateway could not take the message'],
  ])('doc3 §9.1, security 4: a gateway that answers %j is 502, in our words', async (fault, error) => {
    household.gateway.fail(NOTIFY, fault);
    const answer = await ana.post(OWN);
    expect([answer.status, answer.body]).toEqual([502, refusedWith(error)]);
  });

  it('doc3 §9.1: a gateway that hangs is 502 after thirty seconds', async () => {
    household.gateway.fail(NOTIFY, 'timeout');
    const came = household.gateway.nextCall(NOTIFY);
    const answer = ana.post(OWN);
    await came;
    await household.app.clock.advance(30_000);
    expect(await answer).toMatchObject({ status: 502, body: { error: 'the push gateway did not answer in time' } });
  });

  it('doc3 §9.1: 409 where the server sends nothing, or the account wants nothing', async () => {
    await admin.put('/api/admin/push-notifications', { enabled: false });
    for (const answer of [await ana.post(OWN), await admin.post(ofAna())]) {
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: 'push notifications are turned off on this server', code: 'push_off_by_server' },
      ]);
    }
    await admin.put('/api/admin/push-notifications', { enabled: true });
    await ana.put('/api/notifications/preferences', { push_enabled: false });
    for (const answer of [await ana.post(OWN), await admin.post(ofAna())]) {
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: 'push notifications are turned off for this account', code: 'push_off_by_account' },
      ]);
    }
    await ana.put('/api/notifications/preferences', { push_enabled: true });
    expect(household.gateway.calls(NOTIFY)).toEqual([]);
  });
});

describe('doc3 §5.2, §9.1: without a push gateway and without Web Push', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ env: { WEB_PUSH_HOSTS: 'none' } });
    admin = await app.setUpAdmin();
  });

  afterAll(() => app.close());

  it('a test is 503, a token is kept all the same, and the checklist says what to do', async () => {
    const body = {
      device_id: admin.deviceId,
      apns_token: app.secrets.plant('push token', 'planted-token-of-no-gateway'),
    };
    expect((await admin.post('/api/devices/push-token', body)).body).toEqual({ success: true });
    for (const path of [OWN, `/api/admin/users/${admin.userId}/test-push`]) {
      const answer = await admin.post(path);
      expect([answer.status, answer.body]).toEqual([
        503,
        { error: 'push not configured', code: 'push_not_configured' },
      ]);
    }
    const { items } = (await admin.get('/api/admin/setup-status')).body as { items: readonly { key: string }[] };
    expect(items.find(({ key }) => key === 'push')).toMatchObject({ configured: false, optional: true });
  });

  it('everybody sees beside the policy that nothing is sent, whatever is chosen', async () => {
    expect((await admin.get('/api/admin/push-notifications')).body).toMatchObject({
      enabled: true,
      configured: false,
      web_push: false,
    });
    const { body } = await admin.get('/api/notifications/preferences');
    expect(body).toMatchObject({ push_enabled: true, server_policy: { configured: false } });
  });
});
