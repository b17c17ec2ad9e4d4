import { describe, expect, it, vi } from 'vitest';
import { HELD, runnerWithHeldJob } from '../../../../test/harness/held-job.js';
import type { Caller } from '../../../core/access/caller.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { type Log, silentLog } from '../../../core/logging/log.js';
import { JobsService } from './jobs.service.js';

const ADMIN: Caller = { userId: 7, username: 'ada', role: 'admin', deviceId: 'd', kids: false };

function household() {
  const held = runnerWithHeldJob();
  const info = vi.fn<Log['info']>();
  const jobs = new JobsService(held.runner, held.clock, { ...silentLog, info });
  held.runner.start();
  return { ...held, info, jobs, run: () => jobs.run(ADMIN, HELD) };
}

const refusalOf = (work: () => unknown): Partial<AppError> => {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error('nothing was refused');
};

describe('JobsService: a job is started by hand', () => {
  it('issue 22: it runs at once, is answered as running, and the log says who has started it', async () => {
    const { run, runs, settled, clock, info } = household();
    expect(run()).toMatchObject({ name: HELD, runningSince: clock.now(), lastRun: null });
    await settled();
    expect(runs).toHaveLength(1);
    expect(info.mock.calls).toEqual([['job started by hand', { job: HELD, user_id: 7 }]]);
  });

  it('issue 22: one that runs already is joined: nothing runs beside it or after it, and no rest begins', async () => {
    const { run, runs, settled, runner, clock, mostAtOnce, info } = household();
    runner.wake(HELD);
    const since = clock.now();
    await clock.advance(50);
    expect([run().runningSince, run().runningSince]).toEqual([since, since]);
    runs[0]?.resolve();
    await settled();
    expect([runs.length, mostAtOnce(), info.mock.calls.length]).toEqual([1, 1, 0]);
    run();
    await settled();
    expect(runs).toHaveLength(2);
  });

  it('issue 22: not twice within ten seconds, and the refusal says how long to wait', async () => {
    const { run, runs, clock, settled } = household();
    run();
    await settled();
    runs[0]?.resolve();
    await clock.advance(900);
    expect(refusalOf(run)).toMatchObject({ status: 429, options: { headers: { 'Retry-After': '10' } } });
    await clock.advance(50);
    expect(refusalOf(run)).toMatchObject({ status: 429, options: { headers: { 'Retry-After': '10' } } });
    expect(runs).toHaveLength(1);
    for (const wait of [4_000, 5_049]) {
      await clock.advance(wait);
      runs.at(-1)?.resolve();
      await settled();
    }
    expect(refusalOf(run)).toMatchObject({ status: 429, options: { headers: { 'Retry-After': '1' } } });
  });

  it('issue 22: a time of day that is set ends no rest and begins none', async () => {
    const { run, runs, clock, settled } = household();
    run();
    await settled();
    runs[0]?.resolve();
    await settled();
    clock.setWall(3_600_000);
    expect(refusalOf(run)).toMatchObject({ status: 429 });
  });

  it('a name that no job has is 404', () => {
    const { jobs } = household();
    expect(refusalOf(() => jobs.run(ADMIN, '__proto__'))).toMatchObject({ status: 404, safeText: 'job not found' });
  });
});
