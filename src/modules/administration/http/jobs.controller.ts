import type { JobFaultReason } from '../../../core/jobs/job-report.js';
import { Controller, Get, HttpCode, Param } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import { optional, type Rfc3339, rfc3339 } from '../../../core/http/view-members.js';
import type { JobReport, JobRun } from '../../../core/jobs/job-report.js';
import { JobsService } from '../jobs/jobs.service.js';

/** Why a run failed. */
interface JobFaultView {
  /** A word for programs. */
  readonly reason: JobFaultReason;
  /** A sentence for people. Nothing of the household is in it: no address, path or name. */
  readonly text: string;
}

/** The last run that came to its end. */
interface JobRunView {
  readonly started_at: Rfc3339;
  readonly duration_ms: number;
  readonly outcome: 'ok' | 'failed';
  /** Left out of a run that went well. */
  readonly fault?: JobFaultView;
}

/** A background job. */
export interface BackgroundJobView {
  readonly name: string;
  /** What it is called. */
  readonly title: string;
  /** What it does, in a sentence. */
  readonly purpose: string;
  /** How long from one start to the next. */
  readonly every_seconds: number;
  /** Since when it runs. Left out while it doesn't. */
  readonly running_since?: Rfc3339;
  /** Left out until it has run since the start of the server. */
  readonly last_run?: JobRunView;
  /** When it starts next by itself; something that happens may start it earlier. */
  readonly next_run_at?: Rfc3339;
}

/** The answer of GET /api/admin/jobs. */
export interface BackgroundJobsView {
  readonly jobs: readonly BackgroundJobView[];
}

function backgroundJobView({ everyMs, runningSince, lastRun, nextAt, ...job }: JobReport): BackgroundJobView {
  return {
    name: job.name,
    title: job.title,
    purpose: job.purpose,
    every_seconds: Math.ceil(everyMs / 1_000),
    ...optional('running_since', runningSince, rfc3339),
    ...optional('last_run', lastRun, runView),
    ...optional('next_run_at', nextAt, rfc3339),
  };
}

function runView({ startedAt, ms, fault }: JobRun): JobRunView {
  const outcome = fault ? 'failed' : 'ok';
  return {
    started_at: rfc3339(startedAt),
    duration_ms: ms,
    outcome,
    ...optional('fault', fault, ({ reason, text }) => ({ reason, text })),
  };
}

@Controller('api/admin/jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  /** List the background jobs: when each ran last, how that went, and when it runs next. */
  @AdminOnly('admin:*')
  @Get()
  list(): BackgroundJobsView {
    return { jobs: this.jobs.all().map(backgroundJobView) };
  }

  /**
   * Run a background job now. The answer doesn't wait for its end. A job that is running goes on, and nothing is started beside
   * or after it.
   */
  @AdminOnly('admin:*')
  @Post(':name/run')
  @HttpCode(202)
  @Answers({ 404: 'There is no such job.', 429: 'It was started by hand less than ten seconds ago.' })
  run(@CurrentAdministrator() admin: ActingAdministrator, @Param('name') name: string): BackgroundJobView {
    return backgroundJobView(this.jobs.run(admin, name));
  }
}
