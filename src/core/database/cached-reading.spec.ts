import { describe, expect, it } from 'vitest';
import { manualPromise, type ManualPromise } from '../../../test/harness/manual-promise.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { CachedReading, CachedReadings } from './cached-reading.js';

/** A database with only a count of writes, and a reading that a test settles by hand. */
function fixture() {
  const database = { commits: 0 };
  const begun: ManualPromise<string>[] = [];
  const reading = new CachedReading(database, () => {
    const flight = manualPromise<string>();
    begun.push(flight);
    return flight.promise;
  });
  return { database, begun, reading };
}

/** Lets what is ready to go on do so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a cached reading', () => {
  it('is read once while nothing is written, and anew after each write', async () => {
    const { database, begun, reading } = fixture();
    for (const round of ['first', 'second']) {
      const asked = reading.get();
      await settled();
      begun.at(-1)?.resolve(round);
      expect([await asked, await reading.get()]).toEqual([round, round]);
      database.commits += 1;
    }
    expect(begun).toHaveLength(2);
  });

  it('is shared by who asks at the same time', async () => {
    const { begun, reading } = fixture();
    const asked = [reading.get(), reading.get()];
    await settled();
    begun[0]?.resolve('one');
    expect([await Promise.all(asked), begun.length]).toEqual([['one', 'one'], 1]);
  });

  it('is never used by who asks after a write that ended while it was being read', async () => {
    const { database, begun, reading } = fixture();
    const before = reading.get();
    await settled();
    database.commits += 1;
    const after = reading.get();
    await settled();
    begun[0]?.resolve('before');
    begun[1]?.resolve('after');
    expect([await before, await after, await reading.get()]).toEqual(['before', 'after', 'after']);
  });

  it('isn’t replaced by an older one that comes in last', async () => {
    const { database, begun, reading } = fixture();
    const before = reading.get();
    await settled();
    database.commits += 1;
    const after = reading.get();
    await settled();
    begun[1]?.resolve('after');
    await after;
    begun[0]?.resolve('before');
    expect([await before, await reading.get(), begun.length]).toEqual(['before', 'after', 2]);
  });

  it('isn’t kept when it failed', async () => {
    const { begun, reading } = fixture();
    const failed = errorOf(reading.get());
    await settled();
    begun[0]?.reject(new Error('no disk'));
    expect(await failed).toMatchObject({ message: 'no disk' });
    const again = reading.get();
    await settled();
    begun[1]?.resolve('back');
    expect(await again).toBe('back');
  });
});

describe('cached readings by key', () => {
  it('are read once for each key while nothing is written', async () => {
    const database = { commits: 0 };
    const read: string[] = [];
    const readings = new CachedReadings(database, (key: string) => Promise.resolve(read.push(key)));
    expect([await readings.get('a'), await readings.get('b'), await readings.get('a')]).toEqual([1, 2, 1]);
    database.commits += 1;
    expect([await readings.get('a'), read]).toEqual([3, ['a', 'b', 'a']]);
  });
});

describe('cached readings of many keys', () => {
  it('keep a hundred at most', async () => {
    const begun: number[] = [];
    const readings = new CachedReadings({ commits: 0 }, (key: number) => Promise.resolve(begun.push(key)));
    for (let key = 0; key <= 100; key += 1) await readings.get(key);
    await readings.get(100);
    await readings.get(0);
    expect(begun).toEqual([...Array(101).keys(), 0]);
  });
});
