import { beforeEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { Caller } from '../../../core/access/caller.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SystemRandom } from '../../../core/time/random.js';
import { AccountChanged, AccountRemoved, ContentPolicyChanged, DeviceRevoked } from '../../users/users.public.js';
import { BoxChanged, BoxGrantsEnded } from '../setbox.events.js';
import { OpenConfirmationsService } from './open-confirmations.service.js';

const ANA: Caller = { userId: 2, username: 'ana', role: 'user', deviceId: 'phone', kids: false };
const TITLE = { mediaType: 'movie', tmdbId: 990_101 } as const;
const EXPIRED = { status: 404, options: { body: { code: 'confirmation_expired' } } };

describe('issue 25: the confirmation of a title that was opened', () => {
  let clock: MovedClock;
  let events: EventBus;
  let confirmations: OpenConfirmationsService;

  beforeEach(() => {
    clock = new MovedClock();
    events = new EventBus(silentLog);
    confirmations = new OpenConfirmationsService(clock, new SystemRandom(), events);
  });

  const given = async (during: () => Promise<void> = () => Promise.resolve()): Promise<string> =>
    (await confirmations.after({ caller: ANA, boxId: 'den', title: TITLE }, during)).id;

  const expectExpired = (id: string, caller = ANA, boxId = 'den'): void =>
    expect(() => confirmations.take(caller, boxId, id)).toThrow(expect.objectContaining(EXPIRED));

  it('is good for thirty seconds, once', async () => {
    const [one, other] = [await given(), await given()];
    await clock.leap(29_999);
    expect(confirmations.take(ANA, 'den', one)).toMatchObject({ ...TITLE, boxId: 'den', userId: 2, deviceId: 'phone' });
    expectExpired(one);
    await clock.leap(1);
    expectExpired(other);
  });

  it('is good at its own box and for its own session alone, and stays good where another asks', async () => {
    const id = await given();
    expectExpired(id, ANA, 'loft');
    expectExpired(id, { ...ANA, deviceId: 'tablet' });
    expect(confirmations.take(ANA, 'den', id)).toMatchObject(TITLE);
  });

  it('there is none for what could not be opened', async () => {
    await expect(given(() => Promise.reject(new Error('planted')))).rejects.toThrow('planted');
  });

  const FALLS: readonly (readonly [string, object, object])[] = [
    ['the box has changed', new BoxChanged('den'), new BoxChanged('loft')],
    ['the grant has ended', new BoxGrantsEnded('den', [1, 2]), new BoxGrantsEnded('loft', [2])],
    ['the grant has ended, and not of others', new BoxGrantsEnded('den', [2]), new BoxGrantsEnded('den', [1, 3])],
    ['the account has other limits', new ContentPolicyChanged(2), new ContentPolicyChanged(3)],
    ['the account has another role', new AccountChanged(2), new AccountChanged(3)],
    ['the account is gone', new AccountRemoved(2), new AccountRemoved(3)],
    ['the device was signed out', new DeviceRevoked('phone'), new DeviceRevoked('tablet')],
  ];

  it.each(FALLS)('falls once %s, and with nothing else', async (_what, event, ofOthers) => {
    const id = await given();
    await events.publish(ofOthers);
    expect(confirmations.take(ANA, 'den', id)).toMatchObject(TITLE);
    const next = await given();
    await events.publish(event);
    expectExpired(next);
  });

  it.each(FALLS)('security 12: is never good where that happens while the box is asked: %s', async (_what, event) => {
    const asked = manualPromise<void>();
    const opening = given(() => asked.promise);
    await events.publish(event);
    asked.resolve();
    expectExpired(await opening);
  });
});
