import { describe, expect, it, vi } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { silentLog, type Log } from '../logging/log.js';
import { EventBus } from './event-bus.js';

class AccountRemoved {
  constructor(readonly userId: number) {}
}
class AccountChanged {
  constructor(readonly userId: number) {}
}
class AdminRemoved extends AccountRemoved {}

describe('EventBus', () => {
  it('hands an event to every handler of its class', async () => {
    const bus = new EventBus(silentLog);
    const seen: string[] = [];
    bus.on(AccountRemoved, ({ userId }) => void seen.push(`first ${userId}`));
    bus.on(AccountRemoved, ({ userId }) => void seen.push(`second ${userId}`));
    await bus.publish(new AccountRemoved(7));
    expect(seen).toEqual(['first 7', 'second 7']);
  });

  it('hands an event to no handler of another class, not even of a class above it', async () => {
    const bus = new EventBus(silentLog);
    const handler = vi.fn<(event: object) => void>();
    bus.on(AccountChanged, handler);
    bus.on(AccountRemoved, handler);
    await bus.publish(new AdminRemoved(7));
    expect(handler).not.toHaveBeenCalled();
  });

  it('resolves without any handler', async () => {
    await expect(new EventBus(silentLog).publish(new AccountRemoved(7))).resolves.toBeUndefined();
  });

  it('resolves only when all handlers have settled, which run side by side', async () => {
    const bus = new EventBus(silentLog);
    const [slow, slower] = [manualPromise(), manualPromise()];
    bus.on(AccountRemoved, () => slow.promise);
    bus.on(AccountRemoved, () => slower.promise);
    const done = vi.fn();
    const published = bus.publish(new AccountRemoved(7)).then(done);
    slower.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).not.toHaveBeenCalled();
    slow.resolve();
    await published;
    expect(done).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('broken handler'))],
    [
      'throws at once',
      () => {
        throw new Error('broken handler');
      },
    ],
  ])('logs a handler that %s; publisher and neighbours do not notice', async (_, broken) => {
    const error = vi.fn<Log['error']>();
    const bus = new EventBus({ ...silentLog, error });
    const neighbour = vi.fn<(event: object) => void>();
    bus.on(AccountRemoved, broken);
    bus.on(AccountRemoved, neighbour);
    await expect(bus.publish(new AccountRemoved(7))).resolves.toBeUndefined();
    expect(neighbour).toHaveBeenCalledTimes(1);
    expect(error.mock.calls).toEqual([
      ['event handler failed', { event: 'AccountRemoved', error: new Error('broken handler') }],
    ]);
  });

  it('takes back one handler alone, even when the same function was added twice', async () => {
    const bus = new EventBus(silentLog);
    const handler = vi.fn<(event: object) => void>();
    const takeBack = bus.on(AccountRemoved, handler);
    bus.on(AccountRemoved, handler);
    takeBack();
    takeBack();
    await bus.publish(new AccountRemoved(7));
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('hands an event to the handlers of the moment it was published', async () => {
    const bus = new EventBus(silentLog);
    const late = vi.fn<(event: object) => void>();
    const takeBack = bus.on(AccountRemoved, () => {
      takeBack();
      bus.on(AccountRemoved, late);
    });
    await bus.publish(new AccountRemoved(1));
    expect(late).not.toHaveBeenCalled();
    await bus.publish(new AccountRemoved(2));
    expect(late.mock.calls).toEqual([[new AccountRemoved(2)]]);
  });
});
