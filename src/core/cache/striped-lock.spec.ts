import { describe, expect, it } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { StripedLock } from './striped-lock.js';

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
