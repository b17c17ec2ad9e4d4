import { describe, expect, it, vi } from 'vitest';
import { HELD, JOB_TEXTS, runnerWithHeldJob } from '../../../test/harness/held-job.js';

describe('JobRunner: stop', () => {
  it('aborts the signal of what runs and waits for it', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    const stopped = vi.fn();
    const stop = runner.stop().then(stopped);
    await settled();
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(stopped).not.toHaveBeenCalled();
    runs[0]?.resolve();
    await stop;
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('takes a run that ends because of it for no fault', async () => {
    const { error, debug, stoppedDuringRun } = runnerWithHeldJob();
    await stoppedDuringRun();
    expect(error).not.toHaveBeenCalled();
    expect(debug).toHaveBeenCalledTimes(1);
  });

  it('lets nothing start any more: no interval, no wake, no run that was woken before', async () => {
    const { runner, runs, clock, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    runner.wake(HELD);
    const stop = runner.stop();
    runs[0]?.resolve();
    await stop;
    runner.wake(HELD);
    runner.start();
    await clock.advance(10_000);
    expect(runs).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('does not even let a run begin that was called in the same moment', async () => {
    const { runner, runs } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await runner.stop();
    expect(runs).toHaveLength(0);
  });

  it('refuses runNow afterwards, waiting callers included', async () => {
    const { runner, runs, settled } = runnerWithHeldJob();
    runner.start();
    runner.wake(HELD);
    await settled();
    const waiting = runner.runNow(HELD);
    const refusal = expect(waiting).rejects.toThrow('the job runner has stopped');
    const stop = runner.stop();
    runs[0]?.resolve();
    await stop;
    await refusal;
    await expect(runner.runNow(HELD)).rejects.toThrow('the job runner has stopped');
    expect(runs).toHaveLength(1);
  });

  it('may be called again, and before any start', async () => {
    const { runner } = runnerWithHeldJob();
    await runner.stop();
    await expect(runner.stop()).resolves.toBeUndefined();
  });
});

describe('JobRunner: faults of composition', () => {
  const run = async (): Promise<void> => undefined;

  it('refuses a name that is taken', () => {
    const { runner } = runnerWithHeldJob();
    expect(() => runner.register({ name: HELD, ...JOB_TEXTS, everyMs: 1, run })).toThrow(
      `job ${HELD} is registered twice`,
    );
  });

  it.each([0, -1, Number.NaN])('refuses an interval of %j', (everyMs) => {
    const { runner } = runnerWithHeldJob();
    expect(() => runner.register({ name: 'other', ...JOB_TEXTS, everyMs, run })).toThrow(
      'job other needs an interval above 0',
    );
  });

  it('refuses a job after the start', () => {
    const { runner } = runnerWithHeldJob();
    runner.start();
    expect(() => runner.register({ name: 'other', ...JOB_TEXTS, everyMs: 1, run })).toThrow(
      'registered after the start',
    );
  });

  it('names a job that nobody registered', async () => {
    const { runner } = runnerWithHeldJob();
    expect(() => runner.wake('other')).toThrow('no job is named other');
    await expect(runner.runNow('other')).rejects.toThrow('no job is named other');
  });
});
