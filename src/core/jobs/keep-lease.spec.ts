import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { keepLease } from './keep-lease.js';

describe('a lease that is in use', () => {
  it('is extended regularly until it is stopped', async () => {
    const clock = new MovedClock();
    let extended = 0;
    const lease = keepLease(clock, 10, () => Promise.resolve((extended += 1) > 0));
    await clock.advance(25);
    lease.stop();
    await clock.advance(50);
    expect({ extended, lost: lease.lost }).toEqual({ extended: 2, lost: false });
  });

  it.each<readonly [string, () => Promise<boolean>]>([
    ['refused', () => Promise.resolve(false)],
    ['not written', () => Promise.reject(new Error('the storage is full'))],
  ])('is lost once an extension is %s', async (_case, extend) => {
    const clock = new MovedClock();
    const lease = keepLease(clock, 10, extend);
    await clock.advance(10);
    expect({ lost: lease.lost, timers: clock.pending }).toEqual({ lost: true, timers: 0 });
  });
});
