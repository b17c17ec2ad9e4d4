import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { PushTokenRow } from '../../../src/modules/notifications/settings-rows.js';
import type { Session } from '../../harness/start-app.js';
import { PushHousehold } from './push-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const ROUTE = '/api/devices/push-token';
const DONE = { status: 200, body: { success: true } };

describe('doc3 §9.1: push tokens', () => {
  let household: PushHousehold;
  let ben: Session;

  beforeAll(async () => {
    household = await PushHousehold.start();
    ben = await household.app.invite('ben');
  });

  beforeEach(() => household.gateway.startOver());

  afterAll(() => household.close());

  const tested = async (session: Session): Promise<unknown> => (await session.post('/api/notifications/test')).body;
  const none = { tokens: 0, sent: 0, failed: 0 };
  const body = (session: Session, over: object = {}) => ({
    device_id: session.deviceId,
    apns_token: household.newToken(),
    ...over,
  });

  it('issue 24: a device is registered at once, while the gateway hangs, and made known to it later', async () => {
    const { gateway, ana } = household;
    gateway.fail('POST /v1/devices', 'timeout');
    const arrives = gateway.nextCall('POST /v1/devices');
    expect(await ana.post(ROUTE, body(ana))).toMatchObject(DONE);
    await arrives;
    await household.app.clock.advance(30_000);
    await household.tellGateway();
    expect(gateway.devices.get(ana.deviceId)).toMatchObject({ platform: 'ios' });
    const before = gateway.calls('POST /v1/devices').length;
    await household.tellGateway();
    expect(gateway.calls('POST /v1/devices')).toHaveLength(before);
  });

  it('issue 24: a gateway that refuses a device holds up no other', async () => {
    const { gateway, ana } = household;
    gateway.fail('POST /v1/devices', 400);
    await household.register(ana);
    await household.register(ben);
    await household.tellGateway();
    await household.tellGateway();
    expect(gateway.devices.has(ben.deviceId)).toBe(true);
  });

  it('storage: where a token can’t be opened, the gateway learns of all other devices', async () => {
    const { app, gateway, ana } = household;
    await household.register(ana);
    await household.tellGateway();
    const damaged = { token: `v1:${Buffer.alloc(60, 'damaged').toString('base64')}`, state: 'new' } as const;
    await app.get(Database).write((tx) => tx.update(PushTokenRow, { deviceId: ana.deviceId }, damaged));
    const token = await household.register(ben);
    await household.tellGateway();
    expect(gateway.devices.get(ben.deviceId)).toMatchObject({ token });
    expect(await tested(ana)).toEqual(none);
    const anew = await household.register(ana);
    await household.tellGateway();
    expect(gateway.devices.get(ana.deviceId)).toMatchObject({ token: anew });
  });

  it('doc3 §9.1: a platform is passed on as it is', async () => {
    const { gateway, ana } = household;
    expect(await ana.post(ROUTE, body(ana, { platform: 'android' }))).toMatchObject(DONE);
    await household.tellGateway();
    expect(gateway.devices.get(ana.deviceId)).toMatchObject({ platform: 'android' });
  });

  it.each([
    ['somebody else’s device', () => ben.deviceId],
    ['no device', () => '00000000-0000-4000-8000-000000000000'],
  ])('doc3 §9.1: 403 for %s, and nothing is kept', async (_, device) => {
    const before = await tested(ben);
    const answer = await household.ana.post(ROUTE, body(household.ana, { device_id: device() }));
    expect([answer.status, answer.body]).toEqual([403, refusedWith('device not found')]);
    expect(await tested(ben)).toEqual(before);
  });

  it.each([
    [{}, 'device_id and apns_token are required'],
    [{ device_id: 'x' }, 'device_id and apns_token are required'],
    [{ device_id: 'x', apns_token: '' }, 'device_id and apns_token are required'],
    [{ device_id: 7, apns_token: 'x' }, 'device_id and apns_token are required'],
    [{ device_id: 'x', apns_token: 'two words' }, 'apns_token must be a text of at most 4096 visible characters'],
    [{ device_id: 'x', apns_token: 'x'.repeat(4_097) }, 'apns_token must be a text of at most 4096 visible characters'],
    [{ device_id: 'x', apns_token: 'x', platform: 'I OS' }, 'platform must be a short word in small letters'],
  ])('doc3 §9.1: %j is 400', async (given, error) => {
    const answer = await household.ana.post(ROUTE, given);
    expect([answer.status, answer.body]).toEqual([400, refusedWith(error)]);
  });

  it('issue 24: a token belongs to whoever registered it last, such as on the family tablet', async () => {
    const { ana, gateway } = household;
    const token = await household.register(ana);
    await household.register(ben, token);
    expect(await tested(ana)).toEqual(none);
    expect(await tested(ben)).toMatchObject({ tokens: 1, sent: 1 });
    await household.tellGateway();
    expect(gateway.devices.get(ben.deviceId)).toMatchObject({ token });
    expect(gateway.devices.has(ana.deviceId)).toBe(false);
  });

  it('doc3 §9.1: a token is taken back by its account alone', async () => {
    const { ana, gateway } = household;
    await household.register(ana);
    await household.tellGateway();
    const missing = await ben.delete(`${ROUTE}/${ana.deviceId}`);
    expect([missing.status, missing.body]).toEqual([404, { error: 'token not found', code: 'push_token_not_found' }]);
    expect(await ana.delete(`${ROUTE}/${ana.deviceId}`)).toMatchObject(DONE);
    expect((await ana.delete(`${ROUTE}/${ana.deviceId}`)).status).toBe(404);
    expect(await tested(ana)).toEqual(none);
    await household.tellGateway();
    expect(gateway.devices.has(ana.deviceId)).toBe(false);
    await household.register(ana);
    expect(await tested(ana)).toMatchObject({ tokens: 1, sent: 1 });
  });

  const endings: readonly (readonly [string, (somebody: Session) => Promise<unknown>])[] = [
    ['signs out', (somebody) => somebody.post('/api/auth/logout')],
    ['is revoked', (somebody) => household.admin.delete(`/api/admin/devices/${somebody.deviceId}`)],
    ['goes with its account', (somebody) => household.admin.delete(`/api/admin/users/${somebody.userId}`)],
  ];

  it.each(endings)(
    'security 12: a device that %s is sent nothing more, and the gateway forgets it',
    async (how, end) => {
      const { app, gateway, admin } = household;
      const cara = await app.invite(`cara ${how}`);
      await household.register(cara);
      await household.tellGateway();
      expect(gateway.devices.has(cara.deviceId)).toBe(true);
      gateway.fail('DELETE /v1/devices', 503);
      await end(cara);
      const test = await admin.post(`/api/admin/users/${cara.userId}/test-push`);
      expect([
        [200, none],
        [404, { error: 'user not found', code: 'user_not_found' }],
      ]).toContainEqual([test.status, test.body]);
      await household.tellGateway().catch(() => undefined);
      await household.tellGateway();
      expect(gateway.devices.has(cara.deviceId)).toBe(false);
      expect(gateway.journal).toEqual([]);
    },
  );

  it('a server that stops waits for no gateway that hangs', async () => {
    const other = await PushHousehold.start();
    other.gateway.fail('POST /v1/devices', 'timeout', Infinity);
    const arrives = other.gateway.nextCall('POST /v1/devices');
    await other.register(other.ana);
    await arrives;
    await other.close();
    expect(other.app.clock.monotonic()).toBe(0);
  });
});
