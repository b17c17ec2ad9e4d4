import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  Meter,
  type CacheMeter,
  type FileTransferMeter,
  type MeasuredBackups,
  type MeasuredJobRun,
  type MeasuredRequest,
  type MeasuredUpstreamCall,
  type MeasuredWrite,
} from './meter.js';

/** Upper bounds in seconds. Writes take milliseconds, answers out of a cache too, and outside systems up to a minute. */
const FAST = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const SLOW = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** How often the delay of the event loop is sampled, in milliseconds. */
const EVENT_LOOP_SAMPLING_MS = 20;

/** Methods that routes are declared with, and HEAD; a client may send any other word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

const seconds = (ms: number): number => Math.max(0, ms) / 1_000;

/** {@link Meter} in a registry of its own. It measures the process too: memory, CPU, garbage collection, event loop delay. */
export class PrometheusMeter extends Meter {
  private readonly registry = new Registry();
  private readonly requests = this.counter('http_requests_total', 'Requests answered.', ['method', 'route', 'status']);
  private readonly requestSeconds = this.histogram('http_request_seconds', 'Time to answer.', SLOW, [
    'method',
    'route',
  ]);
  private readonly calls = this.counter('upstream_calls_total', 'Calls to outside systems.', ['system', 'outcome']);
  private readonly callSeconds = this.histogram('upstream_call_seconds', 'Time of a call.', SLOW, ['system']);
  private readonly jobRuns = this.counter('job_runs_total', 'Runs of background jobs.', ['job', 'outcome']);
  private readonly jobSeconds = this.histogram('job_run_seconds', 'Time of a run.', SLOW, ['job']);
  private readonly jobSuccess = this.gauge('job_last_success_timestamp_seconds', 'End of the last good run.', ['job']);
  private readonly writeWait = this.histogram('database_write_wait_seconds', 'Time in the write queue.', FAST, []);
  private readonly writeRun = this.histogram('database_write_run_seconds', 'Time of a write itself.', FAST, []);
  private readonly waiting = this.gauge('database_writes_waiting', 'Writes in the queue now.', []);
  private readonly backupProven = this.gauge('backup_last_proven_timestamp_seconds', 'Last proven restore.', []);
  private readonly backupBytes = this.gauge('backup_last_proven_bytes', 'Size of the last proven backup.', []);
  private readonly backupFailures = this.gauge('backup_failed_attempts', 'Failed since the last proven one.', []);
  private readonly hits = this.counter('cache_hits_total', 'Answers out of a cache.', ['cache']);
  private readonly misses = this.counter('cache_misses_total', 'Questions that a cache had no answer to.', ['cache']);
  private readonly entries = this.gauge('cache_entries', 'Entries held now.', ['cache']);
  private readonly transfers = this.counter('file_transfers_total', 'Transfers of files that are over.', ['outcome']);
  private readonly transferBytes = this.counter('file_transfer_bytes_total', 'Bytes of files that were sent.', []);
  private readonly transferring = this.gauge('file_transfers_running', 'Transfers of files now.', []);

  readonly fileTransfers: FileTransferMeter = {
    began: () => this.transferring.inc(),
    sent: (bytes) => this.transferBytes.inc(bytes),
    ended: (outcome) => {
      this.transferring.dec();
      this.transfers.inc({ outcome });
    },
  };

  constructor() {
    super();
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLING_MS });
  }

  request({ method, route, status, ms }: MeasuredRequest): void {
    const labels = { method: METHODS.has(method) ? method : 'other', route };
    this.requests.inc({ ...labels, status: String(status) });
    this.requestSeconds.observe(labels, seconds(ms));
  }

  upstreamCall({ system, outcome, ms }: MeasuredUpstreamCall): void {
    this.calls.inc({ system, outcome });
    this.callSeconds.observe({ system }, seconds(ms));
  }

  jobRun({ job, outcome, ms, endedAt }: MeasuredJobRun): void {
    this.jobRuns.inc({ job, outcome });
    this.jobSeconds.observe({ job }, seconds(ms));
    if (outcome === 'success') this.jobSuccess.set({ job }, seconds(endedAt));
  }

  write({ waitedMs, ranMs }: MeasuredWrite): void {
    this.writeWait.observe(seconds(waitedMs));
    this.writeRun.observe(seconds(ranMs));
  }

  writesWaiting(count: number): void {
    this.waiting.set(count);
  }

  backups({ proven, failedAttempts }: MeasuredBackups): void {
    this.backupProven.set(seconds(proven?.provenAt ?? 0));
    this.backupBytes.set(proven?.bytes ?? 0);
    this.backupFailures.set(failedAttempts);
  }

  cache(name: string): CacheMeter {
    const labels = { cache: name };
    const [hits, misses, entries] = [this.hits.labels(labels), this.misses.labels(labels), this.entries.labels(labels)];
    return { hit: () => hits.inc(), miss: () => misses.inc(), grew: (by) => entries.inc(by) };
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name: `usher_${name}`, help, labelNames, registers: [this.registry] });
  }

  private gauge<L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> {
    return new Gauge({ name: `usher_${name}`, help, labelNames, registers: [this.registry] });
  }

  private histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly L[],
  ): Histogram<L> {
    const registers = [this.registry];
    return new Histogram({ name: `usher_${name}`, help, labelNames, buckets: [...buckets], registers });
  }
}
