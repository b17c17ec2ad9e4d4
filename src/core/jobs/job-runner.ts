import type { Log } from '../logging/log.js';
import { silentMeter, type Meter } from '../metrics/meter.js';
import type { Clock, TimerHandle } from '../time/clock.js';
import { JobRecord, type JobReport } from './job-report.js';

/** Work that is done again and again. Nothing of the household is in its texts: they are constants. */
export interface Job {
  /** What it is for, as a stable name: `requests.deliver`. */
  readonly name: string;
  /** Its name for administrators: `Backups`. */
  readonly title: string;
  /** What it does, in one plain sentence for administrators. */
  readonly purpose: string;
  /** How long from one start to the next, in milliseconds. */
  readonly everyMs: number;
  /** One run. The signal is aborted when the program stops; the run should then end soon. */
  run(signal: AbortSignal): Promise<void>;
}

interface JobState {
  readonly job: Job;
  readonly record: JobRecord;
  /** Settles, never fails, when the run under way and those it was woken for are over. */
  running?: Promise<void>;
  runAgain: boolean;
  interval?: TimerHandle;
  /** Wakes it. See {@link JobRunner.wakeWithin}. */
  wakeTimer?: TimerHandle;
}

/**
 * Runs jobs at their interval, and earlier when woken. A job never overlaps itself; the next interval tries a failed one again. What must
 * not be lost belongs in rows.
 */
export class JobRunner {
  private readonly jobs = new Map<string, JobState>();
  private readonly stopping = new AbortController();
  private started = false;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly meter: Meter = silentMeter,
  ) {}

  /** Makes a job known; it first runs one interval after the start. @throws Error for a taken name, a bad interval, or after the start */
  register(job: Job): void {
    if (this.started) throw new Error(`job ${job.name} is registered after the start`);
    if (this.jobs.has(job.name)) throw new Error(`job ${job.name} is registered twice`);
    if (!(job.everyMs > 0)) throw new Error(`job ${job.name} needs an interval above 0`);
    this.jobs.set(job.name, { job, record: new JobRecord(this.clock, job), runAgain: false });
  }

  /** What is known of each job at this moment, by name. */
  reports(): readonly JobReport[] {
    const reports = [...this.jobs.values()].map(({ record }) => record.report());
    return reports.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What is known of one job at this moment; undefined for a name that nobody registered. */
  reportOf(name: string): JobReport | undefined {
    return this.jobs.get(name)?.record.report();
  }

  /** Lets the intervals begin, and runs at once what was woken before. Calling it again does nothing. */
  start(): void {
    if (this.started || this.stopping.signal.aborted) return;
    this.started = true;
    for (const state of this.jobs.values()) {
      state.record.beginInterval();
      state.interval = this.clock.setInterval(state.job.everyMs, () => {
        state.record.beginInterval();
        this.tick(state);
      });
      if (state.runAgain) this.tick(state);
    }
  }

  /**
   * Runs a job now, or once more after the present run. Remembered before the start; nothing after the stop. @throws Error for an unknown
   * name
   */
  wake(name: string): void {
    const state = this.stateOf(name);
    state.runAgain = true;
    if (this.started) this.tick(state);
  }

  /** Wakes a job once `ms` have passed, however often it is called: one run for many events. Otherwise as {@link wake}. */
  wakeWithin(name: string, ms: number): void {
    const state = this.stateOf(name);
    if (!this.started) return this.wake(name);
    if (this.stopping.signal.aborted) return;
    state.wakeTimer ??= this.clock.setTimer(ms, () => {
      state.wakeTimer = undefined;
      this.wake(name);
    });
  }

  /** Waits for the present run, then runs the job once. @throws what the run throws; Error for an unknown name, and after the stop */
  async runNow(name: string): Promise<void> {
    const state = this.stateOf(name);
    while (state.running) await state.running;
    this.stopping.signal.throwIfAborted();
    await this.begin(state);
  }

  /** Aborts the signal of what runs, waits until it has ended, and starts nothing any more. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the job runner has stopped'));
    for (const { record, interval, wakeTimer: soon } of this.jobs.values()) {
      record.endInterval();
      interval?.cancel();
      soon?.cancel();
    }
    await Promise.all([...this.jobs.values()].flatMap(({ running: underWay }) => underWay ?? []));
  }

  private tick(state: JobState): void {
    if (state.running || this.stopping.signal.aborted) return;
    void this.begin(state);
  }

  /** Starts a run and logs how it went; runs that it is woken for meanwhile follow it. */
  private begin(state: JobState): Promise<void> {
    const run = this.runOnce(state);
    state.running = this.follow(state, run);
    return run;
  }

  private async follow(state: JobState, first: Promise<void>): Promise<void> {
    let run = first;
    for (;;) {
      await run.catch((error: unknown) => this.report(state.job, error));
      if (!state.runAgain || this.stopping.signal.aborted) break;
      run = this.runOnce(state);
    }
    state.running = undefined;
  }

  private async runOnce(state: JobState): Promise<void> {
    state.record.begin();
    try {
      // A run begins a microtask later, when it is known as the run under way and can be woken again.
      await Promise.resolve();
      this.stopping.signal.throwIfAborted();
      state.runAgain = false;
      await this.runMeasured(state);
    } finally {
      state.record.cutOff();
    }
  }

  /** A run that ends because the program stops has neither succeeded nor failed. */
  private async runMeasured({ job, record }: JobState): Promise<void> {
    const began = this.clock.monotonic();
    const finish = (outcome: 'success' | 'failure', error?: unknown): void => {
      const ms = this.clock.monotonic() - began;
      if (this.stopping.signal.aborted) return;
      this.meter.jobRun({ job: job.name, outcome, ms, endedAt: this.clock.now() });
      record.end(outcome === 'success' ? outcome : { error });
    };
    try {
      await job.run(this.stopping.signal);
    } catch (error) {
      finish('failure', error);
      throw error;
    }
    finish('success');
  }

  /** A run that ends because the program stops is no fault. */
  private report({ name }: Job, error: unknown): void {
    const level = this.stopping.signal.aborted ? 'debug' : 'error';
    this.log[level]('job failed', { job: name, error });
  }

  private stateOf(name: string): JobState {
    const state = this.jobs.get(name);
    if (!state) throw new Error(`no job is named ${name}`);
    return state;
  }
}
