import { beforeEach, describe, expect, it } from 'vitest';
import { manualPromise, type ManualPromise } from '../../../test/harness/manual-promise.js';
import { PerTargetWorker } from './per-target-worker.js';

describe('work on targets', () => {
  let failures: unknown[];
  let began: string[];
  let worker: PerTargetWorker<string>;

  beforeEach(() => {
    failures = [];
    began = [];
    worker = new PerTargetWorker((target, error) => failures.push([target, error]));
  });

  /** Wakes the target for a run that ends when the test says so. */
  function wake(target: string, run = target): ManualPromise<void> {
    const ends = manualPromise();
    worker.wake(target, () => {
      began.push(run);
      return ends.promise;
    });
    return ends;
  }

  const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('goes on for each of them, however long another one takes', async () => {
    const hangs = wake('films');
    wake('books').resolve();
    await turns();
    wake('books').resolve();
    await turns();
    expect(began).toEqual(['films', 'books', 'books']);
    hangs.resolve();
    await worker.idle();
  });

  it('is one run at a time for each, and the latest wake of several meanwhile is the run that follows', async () => {
    const first = wake('films', 'first');
    wake('films', 'second');
    wake('films', 'third').resolve();
    await turns();
    expect(began).toEqual(['first']);
    first.resolve();
    await worker.idle();
    expect(began).toEqual(['first', 'third']);
  });

  it('that has failed is reported, and goes on with the next wake', async () => {
    const first = wake('films', 'first');
    const fault = new Error('the manager burns');
    first.reject(fault);
    await worker.idle();
    expect(failures).toEqual([['films', fault]]);
    wake('films', 'second').resolve();
    await worker.idle();
    expect(began).toEqual(['first', 'second']);
  });

  it('is idle once all that runs has ended, and what follows it', async () => {
    const [films, books] = [wake('films'), wake('books')];
    const followed = wake('books');
    let isIdle = false;
    const idle = worker.idle().then(() => (isIdle = true));
    films.resolve();
    books.resolve();
    await turns();
    expect(isIdle).toBe(false);
    followed.resolve();
    await idle;
    expect(began).toEqual(['films', 'books', 'books']);
  });

  it('stops with the runs under way, which hear of it; nothing follows them and nothing begins', async () => {
    let signal: AbortSignal | undefined;
    const ends = manualPromise();
    worker.wake('films', (given) => {
      signal = given;
      return ends.promise;
    });
    wake('films', 'next').resolve();
    const stopped = worker.stop();
    expect(signal?.aborted).toBe(true);
    ends.resolve();
    await stopped;
    wake('books').resolve();
    await worker.idle();
    expect([began, failures]).toEqual([[], []]);
  });
});
