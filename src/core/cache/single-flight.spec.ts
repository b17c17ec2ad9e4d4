import { describe, expect, it, vi } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { SingleFlight, StripedLock } from './single-flight.js';

describe('SingleFlight', () => {
  it('does the work once for all callers of the moment', async () => {
    const flights = new SingleFlight<string, number>();
    const { promise, resolve } = manualPromise<number>();
    const work = vi.fn(() => promise);
    const calls = [flights.run('a', work), flights.run('a', work), flights.run('a', work)];
    resolve(7);
    await expect(Promise.all(calls)).resolves.toEqual([7, 7, 7]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('keeps the work of different keys apart', async () => {
    const flights = new SingleFlight<string, string>();
    const calls = ['a', 'b'].map((key) => flights.run(key, async () => `work of ${key}`));
    await expect(Promise.all(calls)).resolves.toEqual(['work of a', 'work of b']);
  });

  it('starts anew once the work is done', async () => {
    const flights = new SingleFlight<string, number>();
    let runs = 0;
    const work = async (): Promise<number> => (runs += 1);
    await expect(flights.run('a', work)).resolves.toBe(1);
    await expect(flights.run('a', work)).resolves.toBe(2);
  });

  it('hands a failure to everyone who waits, and starts anew after it', async () => {
    const flights = new SingleFlight<string, number>();
    const failure = new Error('unreachable');
    const fail = async (): Promise<number> => Promise.reject(failure);
    const calls = await Promise.allSettled([flights.run('a', fail), flights.run('a', fail)]);
    expect(calls).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ]);
    await expect(flights.run('a', async () => 7)).resolves.toBe(7);
  });

  it('turns what the work throws at once into a failure', async () => {
    const flights = new SingleFlight<string, number>();
    const broken = (): Promise<number> => {
      throw new Error('broken work');
    };
    await expect(flights.run('a', broken)).rejects.toThrow('broken work');
    await expect(flights.run('a', async () => 7)).resolves.toBe(7);
  });

  it.each([
    ['forget', (flights: SingleFlight<string, number>) => flights.forget('a')],
    ['forgetAll', (flights: SingleFlight<string, number>) => flights.forgetAll()],
  ])('%s: callers from then on start anew, those who wait get what they wait for', async (_, forget) => {
    const flights = new SingleFlight<string, number>();
    const old = manualPromise<number>();
    const before = flights.run('a', () => old.promise);
    forget(flights);
    const fresh = manualPromise<number>();
    const after = flights.run('a', () => fresh.promise);
    old.resolve(1);
    await expect(before).resolves.toBe(1);
    const joined = flights.run('a', async () => 3);
    fresh.resolve(2);
    await expect(Promise.all([after, joined])).resolves.toEqual([2, 2]);
  });

  it('lets the work know whether callers still join it', async () => {
    const flights = new SingleFlight<string, boolean[]>();
    const { promise, resolve } = manualPromise<void>();
    const flight = flights.run('a', async (isCurrent) => {
      const atFirst = isCurrent();
      await promise;
      return [atFirst, isCurrent()];
    });
    await Promise.resolve();
    flights.forget('a');
    void flights.run('a', async () => []);
    resolve();
    await expect(flight).resolves.toEqual([true, false]);
  });
});

describe('StripedLock', () => {
  it('lets work under one key come one after the other, in order, no matter what happens to it', async () => {
    const lock = new StripedLock();
    const gate = manualPromise();
    const seen: string[] = [];
    const first = lock.run('a', async () => {
      seen.push('first begins');
      await gate.promise;
      seen.push('first fails');
      throw new Error('no');
    });
    const second = lock.run('a', async () => {
      seen.push('second');
      return 2;
    });
    await Promise.resolve();
    expect(seen).toEqual(['first begins']);
    gate.resolve();
    await expect(first).rejects.toThrow('no');
    await expect(second).resolves.toBe(2);
    expect(seen).toEqual(['first begins', 'first fails', 'second']);
  });

  it('lets work under another key go on', async () => {
    const lock = new StripedLock();
    const gate = manualPromise();
    const held = lock.run('movie_manager-1', () => gate.promise);
    await expect(lock.run('tv_manager-2', async () => 'done')).resolves.toBe('done');
    gate.resolve();
    await held;
  });
});
