import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { BytePool, ProviderMemory } from './byte-pool.js';
import { TtlCache } from './ttl-cache.js';

const MAX_BYTES = 20;
const CACHES = [0, 1, 2];
const KEYS = ['a', 'b', 'c', 'd'];

const place = fc.record({ cache: fc.constantFrom(...CACHES), key: fc.constantFrom(...KEYS) });
const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), at: place, bytes: fc.nat(MAX_BYTES + 2) }),
  fc.record({ do: fc.constant('get' as const), at: place }),
  fc.record({ do: fc.constant('delete' as const), at: place }),
  fc.record({ do: fc.constant('clear' as const), at: place }),
);

const cachesOver = (pool: BytePool): TtlCache<string, number>[] =>
  CACHES.map(
    () =>
      new TtlCache<string, number>({
        clock: new MovedClock(),
        ttlMs: 1_000,
        maxEntries: 100,
        pool,
        sizeOf: (bytes) => bytes,
      }),
  );

describe('BytePool', () => {
  it('caches that share one hold no more than it together, and what was used last of all of them stays', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const pool = new BytePool(MAX_BYTES);
        const caches = cachesOver(pool);
        // As one would write it without care for speed: a list in order of use.
        let held: { cache: number; key: string; bytes: number }[] = [];
        const without = (at: { cache: number; key: string }): typeof held =>
          held.filter(({ cache, key }) => cache !== at.cache || key !== at.key);
        const sum = (): number => held.reduce((bytes, each) => bytes + each.bytes, 0);
        for (const { do: what, at, ...rest } of steps) {
          const cache = caches[at.cache];
          const known = held.find(({ cache: number, key }) => number === at.cache && key === at.key);
          if (what === 'get') {
            expect(cache?.get(at.key)).toBe(known?.bytes);
            if (known) held = [...without(at), known];
          } else if (what === 'set') {
            const { bytes } = rest as { bytes: number };
            cache?.set(at.key, bytes);
            held = without(at);
            if (bytes <= MAX_BYTES) held.push({ ...at, bytes });
            while (sum() > MAX_BYTES) held.shift();
          } else if (what === 'delete') {
            cache?.delete(at.key);
            held = without(at);
          } else {
            cache?.clear();
            held = held.filter(({ cache: number }) => number !== at.cache);
          }
          expect(pool.held).toBe(sum());
        }
        const sizes = CACHES.map((number) => held.filter(({ cache }) => cache === number).length);
        expect(caches.map(({ size }) => size)).toEqual(sizes);
      }),
    );
  });

  it('a flood of distinct values evicts and never grows', () => {
    const pool = new BytePool(MAX_BYTES);
    const [cache] = cachesOver(pool);
    for (let n = 0; n < 1_000; n += 1) cache?.set(`key ${n}`, 7);
    expect([cache?.size, pool.held]).toEqual([2, 14]);
  });

  it('what has gone stale gives its bytes back when it is asked for', async () => {
    const pool = new BytePool(MAX_BYTES);
    const clock = new MovedClock();
    const cache = new TtlCache<string, number>({ clock, ttlMs: 10, maxEntries: 9, pool, sizeOf: (bytes) => bytes });
    cache.set('a', 7);
    await clock.advance(10);
    expect([cache.get('a'), pool.held]).toEqual([undefined, 0]);
  });

  it.each([-1, NaN])('refuses a bound of %j', (bound) => {
    expect(() => new BytePool(bound)).toThrow(RangeError);
  });
});

const MIB = 1024 * 1024;

describe('the memory of outside answers', () => {
  it('counts an entry for what it takes beside its value, so that a flood of empty ones stays within it', () => {
    const pool = new ProviderMemory(1);
    const clock = new MovedClock();
    const cache = new TtlCache<number, true>({ clock, ttlMs: 1_000, maxEntries: 100_000, pool, sizeOf: () => 0 });
    for (let n = 0; n < 10_000; n += 1) cache.set(n, true);
    expect(cache.size).toBe(Math.floor(MIB / 320));
    expect(pool.held).toBeLessThanOrEqual(MIB);
  });
});
