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

  /** The keys under which anything else than an enrolment was sent. */
  const bearers = (): readonly unknown[] => [
    ...new Set(household.gateway.calls().flatMap(({ headers }) => headers.authorization ?? [])),
  ];

  it('a server without a key enrols once there is something to say, once; security 33: the key goes to no other gateway than the one that gave it', async () => {
    const { app, ana, admin, gateway } = household;
    expect(gateway.calls()).toEqual([]);
    await Promise.all([household.register(ana), household.register(admin)]);
    const answers = await Promise.all([ana.post(OWN), admin.post(OWN)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([gateway.enrolments, gateway.calls(ENROLL).length]).toEqual([1, 1]);
    const elsewhere = await new PushGatewayFake().start();
    const moved = await startApp({ env: { PUSH_GATEWAY_URL: elsewhere.url }, dataDir: app.dataDir });
    expect((await as(moved).post(OWN)).status).toBe(200);
    expect([gateway.enrolments, elsewhere.enrolments]).toEqual([1, 1]);
    await moved.close();
    await elsewhere.stop();
  });

  it('an enrolment whose answer was lost is made again under the same key, and not a second time; security 26: meanwhile nothing that is kept in the clear lets somebody else repeat it', async () => {
    const { app, ana, gateway } = household;
    gateway.fail(ENROLL, 'answer-lost', 2);
    await household.register(ana);
    await household.tellGateway().catch(() => undefined);
    const attempt = String(gateway.calls(ENROLL)[0]?.headers['idempotency-key']);
    const kept = await keptTexts(app.dataDir);
    expect([attempt.length, kept.some((text) => text.includes(attempt))]).toEqual([36, false]);
    await household.tellGateway().catch(() => undefined);
    await household.tellGateway();
    expect((await ana.post(OWN)).status).toBe(200);
    expect(gateway.enrolments).toBe(1);
    expect(new Set(gateway.calls(ENROLL).map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([attempt]));
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

  it('issue 43 E33: a process pushes at once while another one enrols, or was killed while it did, and both have one key', async () => {
    const { app, ana, gateway } = household;
    let other: App | undefined;
    const statuses: number[] = [];
    gateway.meanwhile(ENROLL, async () => {
      other = await startApp({ env: { PUSH_GATEWAY_URL: gateway.url }, dataDir: app.dataDir });
      statuses.push((await as(other).post(OWN)).status);
    });
    await household.register(ana);
    await household.tellGateway();
    statuses.push((await ana.post(OWN)).status);
    expect(statuses).toEqual([200, 200]);
    expect(new Set(gateway.calls(ENROLL).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect([gateway.enrolments, bearers()]).toEqual([1, ['Bearer gateway-key-1']]);
    await other?.close();
  });

  it('security 33: where a gateway answers one enrolment by two keys, the first that is kept is the key of all', async () => {
    const { app, ana, gateway } = household;
    let other: App | undefined;
    const key = app.secrets.plant('key that comes too late', 'gateway-key-late');
    gateway.given.key(key);
    gateway.meanwhile(ENROLL, async () => {
      other = await startApp({ env: { PUSH_GATEWAY_URL: gateway.url }, dataDir: app.dataDir });
      await as(other).post(OWN);
      gateway.fail(ENROLL, { status: 201, body: { api_key: key } });
    });
    await household.register(ana);
    await household.tellGateway();
    expect((await ana.post(OWN)).status).toBe(200);
    expect(gateway.calls(ENROLL)).toHaveLength(2);
    expect(bearers()).toEqual(['Bearer gateway-key-1']);
    await other?.close();
  });
});
