/** What a measured process is asked; each question is answered with everything. */
export type ProbeQuestion = 'usage' | 'collect' | 'watch stalls' | 'watch memory' | 'stop watching' | JobOrder;

/** A background job is to run now; the answer comes once it has ended. Only of a household with `jobs`. */
export interface JobOrder {
  readonly job: string;
}

/** By this name the hook leaves what runs a job, for the probe to find. */
export const RUN_JOB = Symbol.for('bench.run-job');

/** Runs a job of this name, and resolves once it has ended. */
export type RunJob = (name: string) => Promise<void>;

/** The setting that names the file of the server's job runner. */
export const JOB_RUNNER_FILE = 'BENCH_JOB_RUNNER';

/** What a process has used since it began. */
export interface ProbeAnswer {
  /** User and system, all threads. */
  readonly cpuMs: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly externalMiB: number;
  /** How long its event loop stood still at most while stalls were watched. */
  readonly longestStallMs: number;
  /** The most resident memory that was seen while it was watched; 0 before. */
  readonly peakRssMiB: number;
}
