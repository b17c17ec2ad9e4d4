import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { SystemRandom } from '../../../core/time/random.js';
import { InstanceRemoved } from '../../instances/instances.public.js';
import { AccountRemoved, DeviceRevoked } from '../../users/users.public.js';
import { FileTicketsService } from './file-tickets.service.js';

const GONE = { status: 404, safeText: 'download unavailable' };

function begun() {
  const [clock, events] = [new MovedClock(), new EventBus(silentLog)];
  const tickets = new FileTicketsService(clock, new SystemRandom(), events);
  const issue = (fields: object = {}) =>
    tickets.issue({ userId: 1, deviceId: 'a', instanceId: 'films', fileId: 1, ...fields });
  return { clock, events, tickets, issue };
}

describe('doc4 §8: tickets', () => {
  it('have 43 characters of base64url, and are good for ten minutes', async () => {
    const { clock, tickets, issue } = begun();
    const ticket = issue();
    expect(ticket.token).toMatch(/^[\w-]{43}$/);
    expect(ticket.expiresAt - clock.now()).toBe(600_000);
    await clock.advance(599_999);
    expect(tickets.require(ticket.token)).toEqual(ticket);
    await clock.advance(1);
    expect(thrownBy(() => tickets.require(ticket.token))).toMatchObject(GONE);
    expect(issue().token).not.toBe(ticket.token);
  });

  it('the same account, library and file have the same one while it is good, which makes it no better', async () => {
    const { clock, tickets, issue } = begun();
    const first = issue();
    await clock.advance(300_000);
    expect(issue()).toBe(first);
    const other = issue({ deviceId: 'b' });
    expect([other.token, other.expiresAt]).toEqual([first.token, first.expiresAt]);
    const others = [issue({ userId: 2 }), issue({ instanceId: 'series' }), issue({ fileId: 2 })];
    expect(new Set([first, ...others].map(({ token }) => token)).size).toBe(4);
    await clock.advance(300_000);
    expect(thrownBy(() => tickets.require(first.token))).toMatchObject(GONE);
  });

  it('an account has 32, which others don’t feel, and one that runs out makes room', async () => {
    const { clock, issue } = begun();
    issue();
    await clock.advance(1_000);
    for (let n = 2; n <= 32; n += 1) issue({ fileId: n });
    expect(thrownBy(() => issue({ fileId: 33 }))).toMatchObject({ status: 429, safeText: 'too many active tickets' });
    expect(issue({ fileId: 32 }).fileId).toBe(32);
    issue({ userId: 2 });
    await clock.advance(599_000);
    expect(issue({ fileId: 33 }).fileId).toBe(33);
    expect(thrownBy(() => issue({ fileId: 34 }))).toMatchObject({ status: 429 });
  });

  it('there are 1,024 in all: one more is refused, and nobody loses theirs', async () => {
    const { clock, tickets, issue } = begun();
    const first = issue();
    await clock.advance(90_000);
    for (let n = 1; n < 1_024; n += 1) issue({ userId: Math.floor(n / 32) + 1, fileId: n + 1 });
    const refused = thrownBy(() => issue({ userId: 99 }));
    expect(refused).toMatchObject({ status: 503, options: { headers: { 'Retry-After': '510' } } });
    expect(tickets.require(first.token)).toBe(first);
  });

  it.each([
    ['its account', new AccountRemoved(1)],
    ['the device that it was given to', new DeviceRevoked('a')],
    ['another device that it was given to', new DeviceRevoked('b')],
    ['its library', new InstanceRemoved('films')],
  ])('security 32: falls with %s', async (_, event) => {
    const { events, tickets, issue } = begun();
    issue();
    const { token } = issue({ deviceId: 'b' });
    const other = issue({ userId: 2, deviceId: 'c', instanceId: 'series' });
    await events.publish(event);
    expect(thrownBy(() => tickets.require(token))).toMatchObject(GONE);
    expect(tickets.require(other.token)).toBe(other);
  });
});
