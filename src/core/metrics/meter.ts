import type { UpstreamFault } from '../errors/upstream-error.js';

/** A request that has been answered, or given up by its client. */
export interface MeasuredRequest {
  readonly method: string;
  /** The pattern of the route and never the address that was asked for; `unmatched` where nothing is served. */
  readonly route: string;
  /** The HTTP status; `aborted` where the client left before its answer. */
  readonly status: number | 'aborted';
  readonly ms: number;
}

/** A call to an outside system that has ended, however it did. */
export interface MeasuredUpstreamCall {
  /** Product name in lower case: `radarr`. */
  readonly system: string;
  readonly outcome: 'ok' | UpstreamFault;
  readonly ms: number;
}

/** A run of a job that has ended. */
export interface MeasuredJobRun {
  readonly job: string;
  readonly outcome: 'success' | 'failure';
  readonly ms: number;
  /** When it ended, in epoch milliseconds. */
  readonly endedAt: number;
}

/** A write to the database that has ended: how long it waited for its turn, and how long it then ran. */
export interface MeasuredWrite {
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** How the backups are doing. */
export interface MeasuredBackups {
  /** The last one that was restored into a scratch database and found whole; null when none was yet. */
  readonly proven: { readonly provenAt: number; readonly bytes: number } | null;
  /** Attempts that failed since then. */
  readonly failedAttempts: number;
}

/** Files that are sent to accounts. */
export interface FileTransferMeter {
  /** A transfer has begun. */
  began(): void;
  /** So many bytes were handed to its reader. */
  sent(bytes: number): void;
  /** It is over: `complete`, `ended` by this server, or `aborted` by its reader or a fault of the disk. */
  ended(outcome: 'complete' | 'ended' | 'aborted'): void;
}

/** The counters of one cache. Caches that share a name are counted together. */
export interface CacheMeter {
  hit(): void;
  miss(): void;
  /** So many entries came in; left, where negative. */
  grew(by: number): void;
}

/** Counts the work of the server. Names come from closed lists: routes, systems, jobs, caches. What belongs to people never goes in. */
export abstract class Meter {
  abstract request(request: MeasuredRequest): void;

  abstract upstreamCall(call: MeasuredUpstreamCall): void;

  abstract jobRun(run: MeasuredJobRun): void;

  abstract write(write: MeasuredWrite): void;

  /** So many writes wait for their turn now. */
  abstract writesWaiting(count: number): void;

  abstract backups(backups: MeasuredBackups): void;

  abstract readonly fileTransfers: FileTransferMeter;

  /** @param name what is cached, as a stable name: `metadata.pages` */
  abstract cache(name: string): CacheMeter;

  /** Everything measured up to now, in the text format of Prometheus; empty where nothing is measured. */
  abstract text(): Promise<string>;
}

const nothing = (): void => undefined;

/** Measures nothing: for a server without METRICS_TOKEN, and for tests of things that need a meter. */
export const silentMeter: Meter = {
  request: nothing,
  upstreamCall: nothing,
  jobRun: nothing,
  write: nothing,
  writesWaiting: nothing,
  backups: nothing,
  fileTransfers: { began: nothing, sent: nothing, ended: nothing },
  cache: () => ({ hit: nothing, miss: nothing, grew: nothing }),
  text: () => Promise.resolve(''),
};
