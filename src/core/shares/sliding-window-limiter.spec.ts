import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SlidingWindowLimiter } from './sliding-window-limiter.js';

function limiterAt(options: { limit: number; windowMs: number; maxKeys?: number }) {
  const time = { now: 0 };
  const limiter = new SlidingWindowLimiter({ maxKeys: 100, ...options, now: () => time.now });
  return { time, limiter };
}

describe('the sliding window limiter', () => {
  it('lets in as many calls as the limit says, and the next one when the oldest leaves the window', () => {
    const { time, limiter } = limiterAt({ limit: 2, windowMs: 1000 });
    expect(limiter.take('a')).toBe(true);
    time.now = 400;
    expect(limiter.take('a')).toBe(true);
    time.now = 999;
    expect(limiter.take('a')).toBe(false);
    time.now = 1000;
    expect(limiter.take('a')).toBe(true);
    expect(limiter.take('a')).toBe(false);
    time.now = 1400;
    expect(limiter.take('a')).toBe(true);
  });

  it('a refused call uses up nothing', () => {
    const { time, limiter } = limiterAt({ limit: 1, windowMs: 1000 });
    limiter.take('a');
    for (time.now = 100; time.now < 1000; time.now += 100) expect(limiter.take('a')).toBe(false);
    expect(limiter.take('a')).toBe(true);
  });

  it('issue 43 B10: says after how long the next call is let in, also after calls past the limit', () => {
    const { time, limiter } = limiterAt({ limit: 2, windowMs: 1000 });
    expect(limiter.freeInMs('a')).toBe(0);
    limiter.count('a');
    time.now = 300;
    limiter.count('a');
    expect(limiter.freeInMs('a')).toBe(700);
    time.now = 500;
    limiter.count('a');
    expect(limiter.freeInMs('a')).toBe(800);
    time.now = 1300;
    expect(limiter.freeInMs('a')).toBe(0);
  });

  it('keys have budgets of their own', () => {
    const { limiter } = limiterAt({ limit: 1, windowMs: 1000 });
    expect([limiter.take('a'), limiter.take('b'), limiter.take('a')]).toEqual([true, true, false]);
  });

  it('asking whether a budget is used up doesn’t use it; counting goes on past the limit', () => {
    const { time, limiter } = limiterAt({ limit: 2, windowMs: 1000 });
    for (let n = 0; n < 5; n += 1) expect(limiter.isExhausted('a')).toBe(false);
    for (let n = 0; n < 5; n += 1) limiter.count('a');
    expect(limiter.isExhausted('a')).toBe(true);
    time.now = 1000;
    expect(limiter.isExhausted('a')).toBe(false);
  });

  it('remembers no more keys than it may, and forgets the one that called longest ago', () => {
    const { limiter } = limiterAt({ limit: 1, windowMs: 1000, maxKeys: 2 });
    for (const key of ['a', 'b', 'c']) limiter.take(key);
    expect(limiter.size).toBe(2);
    expect(limiter.isExhausted('a')).toBe(false);
    expect(limiter.isExhausted('c')).toBe(true);
  });

  it('forgets keys whose calls have all left the window', () => {
    const { time, limiter } = limiterAt({ limit: 3, windowMs: 1000 });
    for (const key of ['a', 'b']) limiter.take(key);
    time.now = 2000;
    limiter.take('c');
    expect(limiter.size).toBe(1);
  });

  it('no span of the window’s length ever holds more calls than the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }),
        (limit, windowMs, pauses) => {
          const { time, limiter } = limiterAt({ limit, windowMs });
          const admitted: number[] = [];
          for (const pause of pauses) {
            time.now += pause;
            if (limiter.take('a')) admitted.push(time.now);
          }
          for (const start of admitted) {
            const within = admitted.filter((moment) => moment >= start && moment < start + windowMs);
            expect(within.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });
});
