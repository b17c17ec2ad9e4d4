import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { LeaseLost } from '../kinds/delivery-outcome.js';
import { WriteRetryQueue } from './write-retry-queue.js';

describe('writes that the storage refused', () => {
  let queue: WriteRetryQueue;
  let written: string[];
  let fault: Error | null;

  beforeEach(() => {
    queue = new WriteRetryQueue();
    written = [];
    fault = new StorageError('full');
  });

  /** A write that fails for as long as there is a fault. */
  const writes = (what: string) => (): Promise<void> => {
    if (fault) return Promise.reject(fault);
    written.push(what);
    return Promise.resolve();
  };
  const fails = (write: Promise<void>) => errorOf(write);

  it('are made in the order in which they happened, once', async () => {
    for (const what of ['search', 'outcome']) expect(await fails(queue.make('job 1 ', writes(what)))).toBe(fault);
    await fails(queue.make('library films', writes('release')));
    await queue.settle();
    expect([written, queue.isPending('job 1 '), queue.isPending('library films')]).toEqual([[], true, true]);
    fault = null;
    await queue.settle();
    await queue.settle();
    expect([written, queue.isPending('job 1 ')]).toEqual([['search', 'outcome', 'release'], false]);
  });

  it('are made before what comes after them', async () => {
    await fails(queue.make('job 1 ', writes('search')));
    fault = null;
    await queue.make('job 1 ', writes('outcome'));
    expect([written, queue.isPending('job 1 ')]).toEqual([['search', 'outcome'], false]);
  });

  it('are left to another worker that has taken the job, and keep nothing else back', async () => {
    await fails(queue.make('job 1 ', () => Promise.reject(fault ?? new LeaseLost())));
    await fails(queue.make('job 1 ', writes('outcome')));
    fault = null;
    await queue.settle();
    expect([written, queue.isPending('job 1 ')]).toEqual([['outcome'], false]);
  });

  it('are dropped after another fault, which is thrown once the others are made', async () => {
    const broken = new Error('broken');
    await fails(queue.make('job 1 ', () => Promise.reject(fault ?? broken)));
    await fails(queue.make('job 2 ', writes('outcome')));
    fault = null;
    expect(await fails(queue.settle())).toBe(broken);
    await queue.settle();
    expect([written, queue.isPending('job 1 ')]).toEqual([['outcome'], false]);
  });

  it('are not those that failed for another reason', async () => {
    fault = new LeaseLost();
    await fails(queue.make('job 1 ', writes('outcome')));
    expect(queue.isPending('job 1 ')).toBe(false);
  });
});
