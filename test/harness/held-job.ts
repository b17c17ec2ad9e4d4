import { vi, type Mock } from 'vitest';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { silentLog, type Log } from '../../src/core/logging/log.js';
import { manualPromise, type ManualPromise } from './manual-promise.js';
import { MovedClock } from './moved-clock.js';
import { RecordedMeter } from './recorded-meter.js';

/** The name of the held job. */
export const HELD = 'test.held';

/** What a job of a test says of itself. */
export const JOB_TEXTS = { title: 'A test', purpose: 'Shows how jobs run.' };

/** One run of the held job; it lasts until the test settles it. */
interface HeldRun extends ManualPromise<void> {
  readonly signal: AbortSignal;
}

/** A job runner and what its one job does. */
interface HeldJob {
  readonly clock: MovedClock;
  readonly runner: JobRunner;
  readonly meter: RecordedMeter;
  /** Every run that has begun, in order. */
  readonly runs: readonly HeldRun[];
  readonly error: Mock<Log['error']>;
  readonly debug: Mock<Log['debug']>;
  /** Lets everything happen that can happen without a move of the clock. */
  settled(): Promise<void>;
  /** Starts the runner, lets a run begin, and stops the runner; the run ends with an error because of that. */
  stoppedDuringRun(): Promise<void>;
  /** The most runs that were ever under way at the same time. */
  mostAtOnce(): number;
}

/** A runner with one job of one second whose runs the test ends by hand. */
export function runnerWithHeldJob(): HeldJob {
  const clock = new MovedClock();
  const [error, debug] = [vi.fn<Log['error']>(), vi.fn<Log['debug']>()];
  const meter = new RecordedMeter();
  const runner = new JobRunner(clock, { ...silentLog, error, debug }, meter);
  const runs: HeldRun[] = [];
  let running = 0;
  let mostAtOnce = 0;
  runner.register({
    name: HELD,
    ...JOB_TEXTS,
    everyMs: 1_000,
    run: async (signal) => {
      const run = { ...manualPromise(), signal };
      runs.push(run);
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await run.promise.finally(() => (running -= 1));
    },
  });
  const settled = (): Promise<void> => clock.advance(0);
  const stoppedDuringRun = async (): Promise<void> => {
    runner.start();
    runner.wake(HELD);
    await settled();
    const stop = runner.stop();
    runs[0]?.reject(new Error('aborted'));
    await stop;
  };
  const most = { mostAtOnce: () => mostAtOnce };
  return { clock, runner, meter, runs, error, debug, settled, stoppedDuringRun, ...most };
}
