import { describe, expect, it, vi } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { RecordedMeter } from '../../../test/harness/recorded-meter.js';
import { BytePool } from './byte-pool.js';
import { TtlCache } from './ttl-cache.js';

const never = (): Promise<string> => Promise.reject(new Error('no fill was expected'));

function cacheOf(options: { ttlMs?: number; maxEntries?: number; pool?: BytePool } = {}) {
  const clock = new MovedClock();
  const sizeOf = (value: string): number => value.length;
  return { clock, cache: new TtlCache<string, string>({ clock, ttlMs: 1_000, maxEntries: 10, sizeOf, ...options }) };
}

describe('TtlCache: freshness', () => {
  it('gives a value until its time is over, not at that moment', async () => {
    const { cache, clock } = cacheOf();
    cache.set('a', 'one');
    await clock.advance(999);
    expect(cache.get('a')).toBe('one');
    await clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('counts the time from the last store, not from the last look', async () => {
    const { cache, clock } = cacheOf();
    cache.set('a', 'one');
    await clock.advance(600);
    cache.set('a', 'two');
    await clock.advance(600);
    expect(cache.get('a')).toBe('two');
    await clock.advance(400);
    expect(cache.get('a')).toBeUndefined();
  });

  it('keeps nothing when the time to live is 0', async () => {
    const { cache } = cacheOf({ ttlMs: 0 });
    await expect(cache.fetch('a', async () => 'one')).resolves.toBe('one');
    expect(cache.get('a')).toBeUndefined();
  });

  it('distinguishes a stored undefined from nothing stored', async () => {
    const cache = new TtlCache<string, undefined>({ clock: new MovedClock(), ttlMs: 1_000, maxEntries: 10 });
    const fill = vi.fn(async () => undefined);
    await cache.fetch('a', fill);
    await cache.fetch('a', fill);
    expect(fill).toHaveBeenCalledTimes(1);
  });
});

describe('TtlCache: bounds', () => {
  it('lets the least recently used entry go when there are too many', () => {
    const { cache } = cacheOf({ maxEntries: 2 });
    cache.set('a', 'one');
    cache.set('b', 'two');
    cache.get('a');
    cache.set('c', 'three');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['one', undefined, 'three']);
    expect(cache.size).toBe(2);
  });

  it('lets as many entries go as the bytes of a new one need', () => {
    const { cache } = cacheOf({ pool: new BytePool(10) });
    cache.set('a', '1234');
    cache.set('b', '1234');
    cache.set('c', '12345678');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, undefined, '12345678']);
  });

  it('counts the bytes of a replaced or dropped value no more', () => {
    const { cache } = cacheOf({ pool: new BytePool(10) });
    cache.set('a', '12345678');
    cache.set('a', '1234');
    cache.set('b', '123456');
    expect(cache.size).toBe(2);
    cache.delete('b');
    cache.set('c', '123456');
    expect(cache.size).toBe(2);
    cache.clear();
    cache.set('d', '1234567890');
    expect(cache.get('d')).toBe('1234567890');
  });

  it('hands out a value that is larger than all it may keep, and drops the value it replaces', async () => {
    const { cache } = cacheOf({ pool: new BytePool(4) });
    cache.set('a', 'old');
    cache.set('b', 'b');
    cache.set('a', 'too large');
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'b']);
    await expect(cache.fetch('a', async () => 'too large')).resolves.toBe('too large');
    expect(cache.get('b')).toBe('b');
  });

  it.each([
    ['a negative time to live', { ttlMs: -1, maxEntries: 1 }],
    ['no entries', { ttlMs: 1, maxEntries: 0 }],
    ['bytes without a measure', { ttlMs: 1, maxEntries: 1, pool: new BytePool(1) }],
  ])('refuses %s', (_, options) => {
    expect(() => new TtlCache({ clock: new MovedClock(), ...options })).toThrow(RangeError);
  });
});

describe('TtlCache: fills', () => {
  it('fills once for all who ask at the same time, and keeps the value', async () => {
    const { cache } = cacheOf();
    const { promise, resolve } = manualPromise<string>();
    const fill = vi.fn(() => promise);
    const readers = [cache.fetch('a', fill), cache.fetch('a', fill)];
    resolve('one');
    await expect(Promise.all(readers)).resolves.toEqual(['one', 'one']);
    await expect(cache.fetch('a', never)).resolves.toBe('one');
    expect(fill).toHaveBeenCalledTimes(1);
  });

  it('counts the time of a filled value from the end of its fill', async () => {
    const { cache, clock } = cacheOf();
    const { promise, resolve } = manualPromise<string>();
    const reader = cache.fetch('a', () => promise);
    await clock.advance(900);
    resolve('one');
    await reader;
    await clock.advance(999);
    expect(cache.get('a')).toBe('one');
  });

  it('hands a failure to everyone who waits and keeps nothing of it', async () => {
    const { cache } = cacheOf();
    const failure = new Error('unreachable');
    const fill = vi.fn(() => Promise.reject<string>(failure));
    const readers = await Promise.allSettled([cache.fetch('a', fill), cache.fetch('a', fill)]);
    expect(readers.map((reader) => reader.status)).toEqual(['rejected', 'rejected']);
    expect(fill).toHaveBeenCalledTimes(1);
    await expect(cache.fetch('a', async () => 'one')).resolves.toBe('one');
  });

  it.each([
    ['deleted', (cache: TtlCache<string, string>) => cache.delete('a')],
    ['cleared', (cache: TtlCache<string, string>) => cache.clear()],
  ])('never keeps the value of a fill whose key was %s meanwhile; who waited gets it', async (_, drop) => {
    const { cache } = cacheOf();
    const old = manualPromise<string>();
    const waiting = cache.fetch('a', () => old.promise);
    drop(cache);
    old.resolve('old');
    await expect(waiting).resolves.toBe('old');
    expect(cache.get('a')).toBeUndefined();
  });

  it('gives readers after a drop a fill of their own, and an older one that ends later changes nothing', async () => {
    const { cache } = cacheOf();
    const old = manualPromise<string>();
    const before = cache.fetch('a', () => old.promise);
    cache.delete('a');
    await expect(cache.fetch('a', async () => 'new')).resolves.toBe('new');
    old.resolve('old');
    await expect(before).resolves.toBe('old');
    expect(cache.get('a')).toBe('new');
  });

  it('never lets a fill replace a value that was set after it began', async () => {
    const { cache } = cacheOf();
    const old = manualPromise<string>();
    const waiting = cache.fetch('a', () => old.promise);
    cache.set('a', 'set');
    old.resolve('old');
    await waiting;
    expect(cache.get('a')).toBe('set');
  });

  it('leaves the fills of other keys alone when one is dropped', async () => {
    const { cache } = cacheOf();
    const { promise, resolve } = manualPromise<string>();
    const waiting = cache.fetch('b', () => promise);
    cache.delete('a');
    resolve('kept');
    await waiting;
    expect(cache.get('b')).toBe('kept');
  });
});

describe('TtlCache: figures', () => {
  function measured() {
    const [clock, meter] = [new MovedClock(), new RecordedMeter()];
    const cache = new TtlCache<string, string>({ clock, ttlMs: 1_000, maxEntries: 2, meter: meter.cache('test') });
    return { clock, cache, seen: () => meter.caches.get('test') };
  }

  it('a fresh value is a hit; a missing or stale one a miss, however many share its fill', async () => {
    const { clock, cache, seen } = measured();
    await Promise.all([cache.fetch('a', () => Promise.resolve('one')), cache.fetch('a', never)]);
    cache.get('a');
    await clock.advance(1_000);
    cache.get('a');
    expect(seen()).toMatchObject({ hits: 1, misses: 3 });
  });

  it('whether there is a value may be asked without being counted', () => {
    const { cache, seen } = measured();
    cache.set('a', 'one');
    expect([cache.has('a'), cache.has('b')]).toEqual([true, false]);
    expect(seen()).toMatchObject({ hits: 0, misses: 0 });
  });

  it('entries are those that are held, after replacing, evicting, going stale, deleting and clearing', async () => {
    const { clock, cache, seen } = measured();
    const held = (): unknown => [seen()?.entries, cache.size];
    cache.set('a', 'one');
    cache.set('a', 'two');
    expect(held()).toEqual([1, 1]);
    cache.set('b', 'one');
    cache.set('c', 'one');
    expect(held()).toEqual([2, 2]);
    cache.delete('b');
    cache.delete('b');
    expect(held()).toEqual([1, 1]);
    await clock.advance(1_000);
    cache.get('c');
    expect(held()).toEqual([0, 0]);
    cache.set('a', 'one');
    cache.clear();
    expect(held()).toEqual([0, 0]);
  });
});
