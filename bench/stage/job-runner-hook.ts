/**
 * Loaded into a measured server before its program: leaves the job runner where the probe finds it, so that a job can be run
 * again and again, which nobody else may do. Nothing else of the server is touched.
 */
import { JOB_RUNNER_FILE, RUN_JOB, type RunJob } from './probe-questions.js';

interface Runner {
  start(): void;
  readonly runNow: RunJob;
}

const { JobRunner } = (await import(process.env[JOB_RUNNER_FILE] ?? '')) as {
  readonly JobRunner: { readonly prototype: Runner };
};
// oxlint-disable-next-line typescript/unbound-method -- it is called on the runner below
const { start } = JobRunner.prototype;
JobRunner.prototype.start = function (this: Runner): void {
  const runJob: RunJob = (name) => this.runNow(name);
  Object.assign(globalThis, { [RUN_JOB]: runJob });
  start.call(this);
};
