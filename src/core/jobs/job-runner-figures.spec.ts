import { describe, expect, it } from 'vitest';
import { HELD, runnerWithHeldJob } from '../../../test/harness/held-job.js';

describe('JobRunner: figures', () => {
  it('every run says how it went, how long it took and when it ended', async () => {
    const { runner, runs, clock, meter, settled } = runnerWithHeldJob();
    const began = clock.now();
    runner.start();
    runner.wake(HELD);
    await clock.advance(40);
    runs[0]?.resolve();
    await settled();
    runner.wake(HELD);
    await clock.advance(10);
    runs[1]?.reject(new Error('no'));
    await settled();
    expect(meter.runs).toEqual([
      { job: HELD, outcome: 'success', ms: 40, endedAt: began + 40 },
      { job: HELD, outcome: 'failure', ms: 10, endedAt: began + 50 },
    ]);
  });

  it('a run that the stop has ended is neither a success nor a failure', async () => {
    const { meter, stoppedDuringRun } = runnerWithHeldJob();
    await stoppedDuringRun();
    expect(meter.runs).toEqual([]);
  });
});
