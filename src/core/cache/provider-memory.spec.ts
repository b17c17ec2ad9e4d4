import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { ProviderMemory } from './provider-memory.js';
import { TtlCache } from './ttl-cache.js';

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
