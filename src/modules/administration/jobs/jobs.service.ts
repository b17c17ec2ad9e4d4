import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import type { JobReport } from '../../../core/jobs/job-report.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { startedJustNow, unknownJob } from '../administration.errors.js';

/** How long after a start by hand the same job isn't started by hand again, in milliseconds. */
const REST_MS = 10_000;

@Injectable()
export class JobsService {
  /** When each job was last started by hand, on the clock that stands for the process; one entry for each job at most. */
  private readonly startedAt = new Map<string, number>();

  constructor(
    private readonly jobs: JobRunner,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  all(): readonly JobReport[] {
    return this.jobs.reports();
  }

  /**
   * One that runs already is answered as it is.
   * @throws AppError 404 for an unknown name; 429 within ten seconds of the last start by hand
   */
  run(by: Caller, name: string): JobReport {
    if (this.requireReport(name).runningSince === null) this.start(by, name);
    return this.requireReport(name);
  }

  private start(by: Caller, name: string): void {
    const now = this.clock.monotonic();
    const restEnds = (this.startedAt.get(name) ?? -Infinity) + REST_MS;
    if (now < restEnds) throw startedJustNow(restEnds - now);
    this.startedAt.set(name, now);
    this.log.info('job started by hand', { job: name, user_id: by.userId });
    this.jobs.wake(name);
  }

  private requireReport(name: string): JobReport {
    const job = this.jobs.reportOf(name);
    if (!job) throw unknownJob();
    return job;
  }
}
