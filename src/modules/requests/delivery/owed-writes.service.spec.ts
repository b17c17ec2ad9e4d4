import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { LeaseLost } from '../kinds/delivery-outcome.js';
import { OwedWritesService } from './owed-writes.service.js';

describe('what is owed to the storage', () => {
  let owed: OwedWritesService;
  let written: string[];
  let fault: Error | null;

  beforeEach(() => {
    owed = new OwedWritesService();
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

  it('is written in the order in which it happened, once', async () => {
    for (const what of ['search', 'outcome']) expect(await fails(owed.make('job 1 ', writes(what)))).toBe(fault);
    await fails(owed.make('library films', writes('release')));
    await owed.settle();
    expect([written, owed.isOwed('job 1 '), owed.isOwed('library films')]).toEqual([[], true, true]);
    fault = null;
    await owed.settle();
    await owed.settle();
    expect([written, owed.isOwed('job 1 ')]).toEqual([['search', 'outcome', 'release'], false]);
  });

  it('is written before what comes after it', async () => {
    await fails(owed.make('job 1 ', writes('search')));
    fault = null;
    await owed.make('job 1 ', writes('outcome'));
    expect([written, owed.isOwed('job 1 ')]).toEqual([['search', 'outcome'], false]);
  });

  it('is left to another worker that has taken the job, and keeps nothing else back', async () => {
    await fails(owed.make('job 1 ', () => Promise.reject(fault ?? new LeaseLost())));
    await fails(owed.make('job 1 ', writes('outcome')));
    fault = null;
    await owed.settle();
    expect([written, owed.isOwed('job 1 ')]).toEqual([['outcome'], false]);
  });

  it('is dropped after another fault, which is thrown once the others are written', async () => {
    const broken = new Error('broken');
    await fails(owed.make('job 1 ', () => Promise.reject(fault ?? broken)));
    await fails(owed.make('job 2 ', writes('outcome')));
    fault = null;
    expect(await fails(owed.settle())).toBe(broken);
    await owed.settle();
    expect([written, owed.isOwed('job 1 ')]).toEqual([['outcome'], false]);
  });

  it('is not what failed for another reason', async () => {
    fault = new LeaseLost();
    await fails(owed.make('job 1 ', writes('outcome')));
    expect(owed.isOwed('job 1 ')).toBe(false);
  });
});
