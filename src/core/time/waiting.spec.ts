import { describe, expect, it } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { TOO_LATE, within } from './waiting.js';

describe('waiting for work with limited patience', () => {
  it('answers what the work comes to in time, and leaves no timer behind', async () => {
    const clock = new MovedClock();
    const work = manualPromise<string>();
    const answer = within(clock, 1_000, work.promise);
    await clock.advance(999);
    work.resolve('done');
    expect(await answer).toBe('done');
    expect(clock.pending).toBe(0);
  });

  it('throws what the work throws in time', async () => {
    expect(await errorOf(within(new MovedClock(), 1_000, Promise.reject(new Error('no'))))).toEqual(new Error('no'));
  });

  it('says that it is too late when the time is up, and what the work throws afterwards harms nobody', async () => {
    const clock = new MovedClock();
    const work = manualPromise<string>();
    const answer = within(clock, 1_000, work.promise);
    await clock.advance(1_000);
    expect(await answer).toBe(TOO_LATE);
    work.reject(new Error('late'));
    await clock.advance(1);
  });
});
