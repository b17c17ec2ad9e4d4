import type { Reading } from './measure/reading.js';

/** How much is measured. */
export interface Scale {
  /** Rounds that count, one after the other; what is reported is their median. */
  readonly rounds: number;
  /** Requests of a round of a route. */
  readonly requests: number;
  /** Titles in the libraries of the household whose routes are measured. */
  readonly films: number;
  readonly series: number;
  /** Requests in its ledger. */
  readonly ledger: number;
  /** Requests in the ledger that its pages are compared with. */
  readonly largeLedger: number;
  /** Titles in the libraries whose cold digest is measured; each series has 30 episodes. */
  readonly digestFilms: number;
  readonly digestSeries: number;
  /** Films of the library whose list is passed on. */
  readonly proxiedFilms: number;
  /** MiB of a file that is downloaded. */
  readonly downloadMiB: number;
  /** For how many milliseconds slow readers read. */
  readonly slowMs: number;
  /** Milliseconds that a server is left alone before it counts as idle. */
  readonly restMs: number;
  /** Requests before the memory of a server is read that had to work. */
  readonly loadRequests: number;
  /** Seconds of a household's day that the soak lasts, each with a request and a webhook; it runs them faster. */
  readonly soakSeconds: number;
  /** WebSockets that are open while one frame is sent to all of them. */
  readonly sessions: number;
  /** Seconds for which a manager hangs while somebody asks once a second. */
  readonly hangingSeconds: number;
}

/** The figures of ../shared/design/performance.md. */
export const FULL: Scale = {
  rounds: 5,
  requests: 1_000,
  films: 5_000,
  series: 1_000,
  ledger: 10_000,
  largeLedger: 100_000,
  digestFilms: 10_000,
  digestSeries: 2_000,
  proxiedFilms: 8_000,
  downloadMiB: 1_024,
  slowMs: 5_000,
  restMs: 30_000,
  loadRequests: 6_000,
  soakSeconds: 3_600,
  sessions: 1_000,
  hangingSeconds: 60,
};

/** Enough to see that a benchmark runs. Its figures mean nothing. */
export const SMOKE: Scale = {
  rounds: 1,
  requests: 20,
  films: 30,
  series: 30,
  ledger: 300,
  largeLedger: 600,
  digestFilms: 30,
  digestSeries: 30,
  proxiedFilms: 30,
  downloadMiB: 8,
  slowMs: 200,
  restMs: 0,
  loadRequests: 100,
  soakSeconds: 20,
  sessions: 20,
  hangingSeconds: 3,
};

/** What a benchmark is given. */
export interface BenchSetting {
  /** The checkout, with the server and the benchmarks built. */
  readonly root: string;
  readonly scale: Scale;
}

/** One row of the budget: a benchmark, which answers with a line of the table or more. */
export interface Bench {
  readonly name: string;
  measure(setting: BenchSetting): Promise<readonly Reading[]>;
}

/** A benchmark could not measure what it is for; its message is a sentence for anyone who ran it. */
export class BenchFailure extends Error {}
