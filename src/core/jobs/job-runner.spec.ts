import { describe, expect, it, vi } from 'vitest';
import { HELD, JOB_TEXTS, runnerWithHeldJob } from '../../../test/harness/held-job.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { silentLog, type Log } from '../logging/log.js';
import { JobRunner } from './job-runner.js';

describe('JobRunner: intervals', () => {
  it('runs a job one interval after the start, and then every interval', async () => {
    const { runner, runs, clock } = runnerWithHeldJob();
    await clock.advance(5_000);
    runner.start();
    await clock.advance(999);
    expect(runs).toHaveLength(0);
    await clock.advance(1);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await clock.advance(1_000);
    expect(runs).toHaveLength(2);
  });

  it('skips intervals that come while the job runs', async () => {
    const { runner, runs, clock, mostAtOnce } = runnerWithHeldJob();
    runner.start();
    await clock.advance(3_500);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await clock.advance(400);
    expect(runs).toHaveLength(1);
    await clock.advance(100);
    expect(runs).toHaveLength(2);
    expect(mostAtOnce()).toBe(1);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('disk full'))],
    [
      'throws at once',
      () => {
        throw new Error('disk full');
      },
    ],
  ])('logs a run that %s and tries again at the next interval', async (_, run) => {
    const clock = new MovedClock();
    const error = vi.fn<Log['error']>();
    const runner = new JobRunner(clock, { ...silentLog, error });
    runner.register({ name: HELD, ...JOB_TEXTS, everyMs: 1_000, run });
    runner.start();
    await clock.advance(2_000);
    const line = ['job failed', { job: HELD, error: new Error('disk full') }];
    expect(error.mock.calls).toEqual([line, line]);
  });

  it('starts once, however often start is called', async () => {
    const { runner, runs, clock } = runnerWithHeldJob();
    runner.start();
    runner.start();
    expect(clock.pending).toBe(1);
    await clock.advance(1_000);
    expect(runs).toHaveLength(1);
  });

  it('leaves no interval behind when it stops', async () => {
    const { runner, clock } = runnerWithHeldJob();
    runner.start();
    expect(clock.pending).toBe(1);
    await runner.stop();
    expect(clock.pending).toBe(0);
  });
});

describe('JobRunner: wake', () => {
  it('runs a job at once', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    expect(runs).toHaveLength(1);
  });

  it('makes one run of many calls before the job begins', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    runner.wake(HELD);
    await settled();
    runs[0]?.resolve();
    await settled();
    expect(runs).toHaveLength(1);
  });

  it('makes exactly one more run of many calls during a run, and not before that run has ended', async () => {
    const { runner, runs, settled, mostAtOnce } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    runner.wake(HELD);
    runner.wake(HELD);
    await settled();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await settled();
    expect(runs).toHaveLength(2);
    runs[1]?.resolve();
    await settled();
    expect(runs).toHaveLength(2);
    expect(mostAtOnce()).toBe(1);
  });

  it('runs once more after a run that failed as well', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    runner.wake(HELD);
    runs[0]?.reject(new Error('disk full'));
    await settled();
    expect(runs).toHaveLength(2);
  });

  it('is remembered until the start', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.wake(HELD);
    await settled();
    expect(runs).toHaveLength(0);
    runner.start();
    await settled();
    expect(runs).toHaveLength(1);
  });
});

describe('JobRunner: wakeWithin', () => {
  it('makes one run of many calls, once the time of the first has passed', async () => {
    const { runner, runs, settled, clock } = runnerWithHeldJob();
    runner.start();
    runner.wakeWithin(HELD, 200);
    await clock.advance(150);
    runner.wakeWithin(HELD, 200);
    await settled();
    expect(runs).toHaveLength(0);
    await clock.advance(50);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await clock.advance(200);
    expect(runs).toHaveLength(1);
    runner.wakeWithin(HELD, 200);
    await clock.advance(200);
    expect(runs).toHaveLength(2);
  });

  it('is remembered until the start, and forgotten with the stop', async () => {
    const { runner, runs, settled, clock } = runnerWithHeldJob();
    runner.wakeWithin(HELD, 200);
    runner.start();
    await settled();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await settled();
    runner.wakeWithin(HELD, 200);
    await runner.stop();
    runner.wakeWithin(HELD, 200);
    expect(clock.pending).toBe(0);
  });
});

describe('JobRunner: runNow', () => {
  it('runs the job once, without any start, and resolves when the run has ended', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    const done = vi.fn();
    const call = runner.runNow(HELD).then(done);
    await settled();
    expect(runs).toHaveLength(1);
    expect(done).not.toHaveBeenCalled();
    runs[0]?.resolve();
    await call;
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('waits for the run under way and then runs the job again', async () => {
    const { runner, runs, settled, mostAtOnce } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    const call = runner.runNow(HELD);
    await settled();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve();
    await settled();
    expect(runs).toHaveLength(2);
    runs[1]?.resolve();
    await call;
    expect(mostAtOnce()).toBe(1);
  });

  it('gives each of several callers a run of their own, one after the other', async () => {
    const { runner, runs, settled, mostAtOnce } = runnerWithHeldJob();
    const calls = [runner.runNow(HELD), runner.runNow(HELD), runner.runNow(HELD)];
    for (const expected of [1, 2, 3]) {
      await settled();
      expect(runs).toHaveLength(expected);
      runs[expected - 1]?.resolve();
    }
    await Promise.all(calls);
    expect(mostAtOnce()).toBe(1);
  });

  it('throws to its caller what the run throws, and logs it', async () => {
    const { runner, runs, settled, error } = runnerWithHeldJob();
    const call = runner.runNow(HELD);
    await settled();
    const failure = new Error('disk full');
    runs[0]?.reject(failure);
    await expect(call).rejects.toBe(failure);
    expect(error.mock.calls).toEqual([['job failed', { job: HELD, error: failure }]]);
  });

  it('does not throw what an earlier run threw', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    const call = runner.runNow(HELD);
    runs[0]?.reject(new Error('disk full'));
    await settled();
    runs[1]?.resolve();
    await expect(call).resolves.toBeUndefined();
  });
});
