import type { Clock } from '../time/clock.js';
import { type JobFault, jobFaultOf } from './job-fault.js';

/** How a run ended. A run that the end of the program cut off is none. */
export interface JobRun {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly ms: number;
  /** Why it failed; null for a run that succeeded. */
  readonly fault: JobFault | null;
}

/** What is known of a job, of this process since its start. */
export interface JobReport {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly everyMs: number;
  /** Since when it runs, in epoch milliseconds; null while it doesn't. */
  readonly runningSince: number | null;
  readonly lastRun: JobRun | null;
  /** When its interval comes round next, in epoch milliseconds; null before the start and after the stop. */
  readonly nextAt: number | null;
}

/** What one job did last: a handful of figures, whatever the number of its runs. */
export class JobRecord {
  private began: { readonly at: number; readonly monotonic: number } | null = null;
  private lastRun: JobRun | null = null;
  private intervalFrom: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly job: Pick<JobReport, 'name' | 'title' | 'purpose' | 'everyMs'>,
  ) {}

  /** Its interval begins, or begins again. */
  intervalBegins(): void {
    this.intervalFrom = this.clock.monotonic();
  }

  /** Its interval has ended for good. */
  intervalEnds(): void {
    this.intervalFrom = null;
  }

  /** A run begins. */
  begins(): void {
    this.began = { at: this.clock.now(), monotonic: this.clock.monotonic() };
  }

  /** The run is over before it has done anything that counts. */
  isCutOff(): void {
    this.began = null;
  }

  /** The run is over. Time that is set meanwhile changes nothing of how long it took. */
  ended(outcome: { readonly error: unknown } | 'success'): void {
    if (!this.began) return;
    const { at: startedAt, monotonic } = this.began;
    const fault = outcome === 'success' ? null : jobFaultOf(outcome.error);
    this.lastRun = { startedAt, ms: this.clock.monotonic() - monotonic, fault };
    this.began = null;
  }

  /** What is known of it at this moment. */
  report(): JobReport {
    const { name, title, purpose, everyMs } = this.job;
    const { began, lastRun } = this;
    return { name, title, purpose, everyMs, runningSince: began?.at ?? null, lastRun, nextAt: this.nextAt() };
  }

  private nextAt(): number | null {
    if (this.intervalFrom === null) return null;
    return this.clock.now() + Math.max(0, this.intervalFrom + this.job.everyMs - this.clock.monotonic());
  }
}
