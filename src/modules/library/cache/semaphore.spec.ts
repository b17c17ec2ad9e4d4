import { describe, expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { Semaphore } from './semaphore.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Lanes', () => {
  it('lets as many run as there are permits, and the others in the order in which they came', async () => {
    const semaphore = new Semaphore(2);
    const works = Array.from({ length: 4 }, () => manualPromise());
    const begun: number[] = [];
    const runs = works.map(({ promise }, number) =>
      semaphore.run(() => {
        begun.push(number);
        return promise;
      }),
    );
    await settled();
    expect(begun).toEqual([0, 1]);
    works[1]?.resolve();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    works.forEach(({ resolve }) => resolve());
    await Promise.all(runs);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('passes a failure to its caller alone and runs the next', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(() => Promise.reject(new Error('unreadable')));
    const next = semaphore.run(() => Promise.resolve(7));
    expect(await errorOf(failing)).toEqual(new Error('unreadable'));
    expect(await next).toBe(7);
    expect(await semaphore.run(() => Promise.resolve(8))).toBe(8);
  });
});
