import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SystemRandom } from '../../../core/time/random.js';
import { SignedInDevicesService } from './signed-in-devices.service.js';
import { newToken } from './token-text.js';

const DAY = 24 * 60 * 60_000;

describe('issue 43 A6: a sign-out by a refresh token whose row is gone', () => {
  const random = new SystemRandom();
  let people: PeopleDatabase;
  let service: SignedInDevicesService;
  let deviceId: string;
  let usedUp: string;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const { database, devices, refreshTokens } = people;
    service = new SignedInDevicesService(database, devices, refreshTokens, new EventBus(silentLog));
    const userId = await people.person('ana');
    const createdAt = people.clock.now();
    deviceId = await people.write(async (tx) => {
      const device = await devices.bind(tx, userId, { name: '', hardwareId: '' });
      const current = { tokenHash: 'current', deviceId: device, userId, createdAt, expiresAt: createdAt + 100 * DAY };
      await people.sessions.addRefresh(tx, current);
      return device;
    });
    usedUp = refreshTokens.write(newToken(random), { deviceId, expiresAt: createdAt + DAY }).reveal();
  });

  afterEach(() => people.close());

  const listed = async (): Promise<readonly string[]> =>
    (await people.read((tx) => people.devices.listUnrevoked(tx))).map(({ id }) => id);

  it('that was used up signs its device out', async () => {
    await people.clock.leap(DAY - 1);
    await service.signOutHolder(usedUp);
    expect(await listed()).toEqual([]);
  });

  it('whose time is over does nothing: the session has gone on without it', async () => {
    await people.clock.leap(DAY);
    await service.signOutHolder(usedUp);
    expect(await listed()).toEqual([deviceId]);
  });
});
