import { describe, expect, it } from 'vitest';
import { HELD, JOB_TEXTS, runnerWithHeldJob } from '../../../test/harness/held-job.js';
import { BACKUP_REASONS, BackupFault } from '../backups/backup-fault.js';
import { StorageError, type StorageFault } from '../database/storage-error.js';
import { AppError, notFound, temporarilyUnavailable } from '../errors/app-error.js';
import { foreignWords } from '../errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../errors/upstream-error.js';
import { jobFaultOf, type JobReport } from './job-report.js';

type Held = ReturnType<typeof runnerWithHeldJob>;
const reported = ({ runner }: Held): JobReport | undefined => runner.reports()[0];

describe('JobRunner: what is known of a job', () => {
  it('issue 22: nothing but what it is and how often it runs before the start', () => {
    const held = runnerWithHeldJob();
    const none = { runningSince: null, lastRun: null, nextAt: null };
    expect(held.runner.reports()).toEqual([{ name: HELD, ...JOB_TEXTS, everyMs: 1_000, ...none }]);
  });

  it('issue 22: the next run is one interval after the start, and after each interval, whenever it is woken', async () => {
    const held = runnerWithHeldJob();
    const { runner, runs, clock, settled } = held;
    const began = clock.now();
    runner.start();
    await clock.advance(400);
    runner.wake(HELD);
    await settled();
    runs[0]?.resolve();
    await settled();
    expect(reported(held)?.nextAt).toBe(began + 1_000);
    await clock.advance(700);
    expect(reported(held)?.nextAt).toBe(began + 2_000);
  });

  it('issue 22: it runs from the moment it is woken until its run has ended', async () => {
    const held = runnerWithHeldJob();
    const { runner, runs, clock, settled } = held;
    runner.start();
    await clock.advance(300);
    const woken = clock.now();
    runner.wake(HELD);
    expect(reported(held)?.runningSince).toBe(woken);
    await clock.advance(50);
    expect(reported(held)).toMatchObject({ runningSince: woken, lastRun: null });
    runs[0]?.resolve();
    await settled();
    expect(reported(held)).toMatchObject({ runningSince: null, lastRun: { startedAt: woken, ms: 50, fault: null } });
  });

  it('issue 22: only its last run is kept, with the kind of fault and not what the error says', async () => {
    const held = runnerWithHeldJob();
    const { runner, runs, clock, settled } = held;
    runner.start();
    for (const error of [new Error('planted'), new StorageError('busy', new Error('planted')), undefined]) {
      runner.wake(HELD);
      await settled();
      if (error) runs.at(-1)?.reject(error);
      else runs.at(-1)?.resolve();
      await settled();
      const reason = error && (error instanceof StorageError ? 'storage_unavailable' : 'internal');
      const fault = reason ? { reason, text: expect.not.stringContaining('planted') } : null;
      expect(reported(held)?.lastRun).toEqual({ startedAt: clock.now(), ms: 0, fault });
    }
  });

  it('issue 22: how long a run took is not changed by a time of day that is set meanwhile', async () => {
    const held = runnerWithHeldJob();
    const { runner, runs, clock, settled } = held;
    runner.start();
    runner.wake(HELD);
    await clock.advance(20);
    clock.setWall(-3_600_000);
    runs[0]?.resolve();
    await settled();
    expect(reported(held)?.lastRun?.ms).toBe(20);
  });

  it('issue 22: a run that the stop has ended leaves what was known before, and nothing comes next', async () => {
    const held = runnerWithHeldJob();
    await held.stoppedDuringRun();
    expect(reported(held)).toMatchObject({ runningSince: null, lastRun: null, nextAt: null });
  });
});

const PLANTED = 'http://ana:planted-secret@192.0.2.9:7878/path?apikey=planted-secret';

const upstream = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({
    system: PLANTED,
    operation: PLANTED,
    kind,
    definitelyNotSent: false,
    reason: foreignWords(PLANTED),
  });
const storage = (kind: StorageFault): StorageError => new StorageError(kind, new Error(PLANTED));

describe('jobFaultOf: why a run failed', () => {
  it.each([
    [storage('full'), 'storage_full'],
    [storage('busy'), 'storage_unavailable'],
    [storage('corrupt'), 'storage_unavailable'],
    [storage('unreachable'), 'storage_unavailable'],
    [upstream('unreachable'), 'not_reached'],
    [upstream('timeout'), 'not_reached'],
    [upstream('unauthorized'), 'not_reached'],
    [upstream('malformed'), 'not_understood'],
    [upstream('redirected'), 'not_understood'],
    [temporarilyUnavailable(new Error(PLANTED)), 'not_reached'],
    [new AppError('x', 502, PLANTED), 'not_reached'],
    [notFound(PLANTED), 'internal'],
    [new Error(PLANTED, { cause: storage('full') }), 'internal'],
    [new TypeError(PLANTED), 'internal'],
    [PLANTED, 'internal'],
    [undefined, 'internal'],
    [null, 'internal'],
  ])('issue 22: %s is %s, in a sentence of ours', (error, reason) => {
    const fault = jobFaultOf(error);
    expect(fault).toEqual({ reason, text: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(JSON.stringify(fault)).not.toMatch(/planted|192\.0\.2|7878/);
  });

  it.each(BACKUP_REASONS)('issue 22: a backup that fails with %s says so, without its path', (reason) => {
    const fault = jobFaultOf(new BackupFault(reason, PLANTED, new Error(PLANTED)));
    expect(fault).toEqual({ reason: `backup_${reason}`, text: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(fault.text).not.toContain('planted');
  });
});
