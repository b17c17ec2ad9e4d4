import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { JobFaultReason } from '../../../core/jobs/job-fault.js';
import type { JobReport, JobRun } from '../../../core/jobs/job-report.js';

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

/** A background job. Source: issue 22. */
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

export function backgroundJobView({ everyMs, runningSince, lastRun, nextAt, ...job }: JobReport): BackgroundJobView {
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
