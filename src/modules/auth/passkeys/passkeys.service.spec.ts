import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SoftAuthenticator } from '../../../../test/fakes/authenticator/soft-authenticator.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import type { Settings } from '../../../core/config/settings.js';
import { SystemRandom } from '../../../core/time/random.js';
import { ExternalAddressRepository, SettingsRepository } from '../../settings/settings.public.js';
import { CeremoniesService } from './ceremonies.service.js';
import { PasskeysService } from './passkeys.service.js';

const PARTY = { rpId: 'media.example', origin: 'https://media.example' };
const SETTINGS = { webauthnExtraOrigins: [], androidCertSha256Fingerprints: [] } as unknown as Settings;

describe('the passkeys of a session’s own account', () => {
  let people: PeopleDatabase;
  let service: PasskeysService;
  let owner: { userId: number; deviceId: string };

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const { database, accounts, passkeys, devices, clock } = people;
    const random = new SystemRandom();
    const address = new ExternalAddressRepository(new SettingsRepository());
    const ceremonies = new CeremoniesService(clock, random, SETTINGS);
    service = new PasskeysService(database, accounts, devices, passkeys, ceremonies, address, clock, random, SETTINGS);
    const userId = await people.person('ana', 'admin');
    const deviceId = await people.write((tx) => devices.bind(tx, userId, { name: '', hardwareId: '' }));
    owner = { userId, deviceId };
  });

  afterEach(() => people.close());

  const begun = async () => {
    const { sessionId, options } = await service.beginBySession(owner, PARTY);
    return { sessionId, answer: new SoftAuthenticator().create(options, PARTY.origin), name: '' } as const;
  };
  const finish = (registration: Awaited<ReturnType<typeof begun>>) =>
    service.finishBySession(owner, PARTY, {
      ...registration,
      answer: { ...registration.answer, type: 'public-key' },
    });

  it.each([
    [401, 'its device is revoked', () => people.write((tx) => people.devices.revoke(tx, owner.deviceId))],
    [401, 'its account is deleted', () => people.write((tx) => people.accounts.remove(tx, owner.userId))],
    [403, 'its account may have none any more', () => people.change('ana', { role: 'user', passkeyEnabled: false })],
  ])('security 12: a registration is %s where, since the session was judged, %s', async (status, _, end) => {
    const registration = await begun();
    await end();
    expect(await errorOf(finish(registration))).toMatchObject({ status });
    expect(await service.list(owner, PARTY)).toEqual([]);
  });

  it('security 12: nothing is deleted once the device is revoked', async () => {
    await finish(await begun());
    const [passkey] = await service.list(owner, PARTY);
    await people.write((tx) => people.devices.revoke(tx, owner.deviceId));
    expect(await errorOf(service.remove(owner, passkey?.id ?? ''))).toMatchObject({ status: 401 });
    expect(await service.list(owner, PARTY)).toHaveLength(1);
  });

  it('an account has at most 100', async () => {
    for (let n = 0; n < 100; n += 1) await finish(await begun());
    expect(await errorOf(begun().then(finish))).toMatchObject({ status: 400, code: 'too_many_passkeys' });
    expect(await service.list(owner, PARTY)).toHaveLength(100);
  });
});
