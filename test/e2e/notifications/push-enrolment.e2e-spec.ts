import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PushHousehold } from './push-household.js';
import { keptTexts } from '../../harness/kept-texts.js';
import { HttpClient } from '../../harness/http-client.js';
import { startApp, type App } from '../../harness/start-app.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';

const ENROLL = 'POST /v1/enroll';
const OWN = '/api/notifications/test';

describe('issue 24 push: the key of the gateway', () => {
  let household: PushHousehold;

  beforeEach(async () => {
    household = await PushHousehold.start({ key: null });
    household.app.secrets.plant('key that an enrolment brings', 'gateway-key-1');
    await household.tellGateway();
  });

  afterEach(() => household.close());

  /** Ana, at another process on the same database. */
  const as = (app: App): HttpClient => new HttpClient(app.url, app.secrets, household.ana.token);

  it('nobody enrols before there is something to say', () => {
    expect(household.gateway.calls()).toEqual([]);
  });

  it('a server without a key enrols once, and keeps the key sealed', async () => {
    const { ana, admin, gateway } = household;
    await Promise.all([household.register(ana), household.register(admin)]);
    const answers = await Promise.all([ana.post(OWN), admin.post(OWN)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([gateway.enrolments, gateway.calls(ENROLL).length]).toEqual([1, 1]);
  });

  it('an enrolment whose answer was lost is made again under the same key, and not a second time', async () => {
    const { ana, gateway } = household;
    gateway.fail(ENROLL, 'answer-lost', 2);
    await household.register(ana);
    await household.tellGateway().catch(() => undefined);
    await household.tellGateway().catch(() => undefined);
    await household.tellGateway();
    expect((await ana.post(OWN)).status).toBe(200);
    expect(gateway.enrolments).toBe(1);
    expect(new Set(gateway.calls(ENROLL).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('issue 24: the gateway is told of devices that have registered while it refused the enrolment', async () => {
    const { ana, gateway } = household;
    gateway.fail(ENROLL, 400, Infinity);
    await household.register(ana);
    await household.tellGateway().catch(() => undefined);
    gateway.recover();
    await household.tellGateway();
    expect(gateway.devices.has(ana.deviceId)).toBe(true);
  });

  it('security 26: by nothing that is kept in the clear could somebody else repeat an enrolment that has no answer yet', async () => {
    const { app, gateway } = household;
    gateway.fail(ENROLL, 'answer-lost', Infinity);
    await household.register(household.ana);
    await household.tellGateway().catch(() => undefined);
    const attempt = String(gateway.calls(ENROLL)[0]?.headers['idempotency-key']);
    const kept = await keptTexts(app.dataDir);
    expect([attempt.length, kept.some((text) => text.includes(attempt))]).toEqual([36, false]);
  });

  it('of two processes on one database one enrols, and the other has its key', async () => {
    const { app, ana, gateway } = household;
    let other: App | undefined;
    const env = { PUSH_GATEWAY_URL: gateway.url };
    gateway.meanwhile(ENROLL, async () => {
      other = await startApp({ env, dataDir: app.dataDir });
      const elsewhere = await as(other).post(OWN);
      expect([elsewhere.status, elsewhere.body]).toEqual([503, { error: 'temporarily unavailable, retry shortly' }]);
    });
    await household.register(ana);
    await household.tellGateway();
    expect(other && (await as(other).post(OWN)).status).toBe(200);
    expect(gateway.enrolments).toBe(1);
    await other?.close();
  });

  it('security 33: the key goes to no other gateway than the one that gave it', async () => {
    const { app, ana, gateway } = household;
    await household.register(ana);
    expect((await ana.post(OWN)).status).toBe(200);
    const elsewhere = await new PushGatewayFake().start();
    const moved = await startApp({ env: { PUSH_GATEWAY_URL: elsewhere.url }, dataDir: app.dataDir });
    expect((await as(moved).post(OWN)).status).toBe(200);
    expect([gateway.enrolments, elsewhere.enrolments]).toEqual([1, 1]);
    await moved.close();
    await elsewhere.stop();
  });
});
