import type {
  CacheMeter,
  FileTransferMeter,
  MeasuredBackups,
  MeasuredJobRun,
  MeasuredRequest,
  MeasuredUpstreamCall,
  MeasuredWrite,
} from '../../src/core/metrics/meter.js';
import { Meter } from '../../src/core/metrics/meter.js';

/** A meter that records its calls, in order. */
export class RecordedMeter extends Meter {
  readonly requests: MeasuredRequest[] = [];
  readonly calls: MeasuredUpstreamCall[] = [];
  readonly runs: MeasuredJobRun[] = [];
  readonly writes: MeasuredWrite[] = [];
  /** Every length of the write queue, as it changed. */
  readonly queue: number[] = [];
  readonly backupStates: MeasuredBackups[] = [];
  readonly caches = new Map<string, { hits: number; misses: number; entries: number }>();

  readonly transfers: string[] = [];
  transferBytes = 0;
  readonly fileTransfers: FileTransferMeter = {
    began: () => void this.transfers.push('began'),
    sent: (bytes) => void (this.transferBytes += bytes),
    ended: (outcome) => void this.transfers.push(outcome),
  };

  request(request: MeasuredRequest): void {
    this.requests.push(request);
  }

  upstreamCall(call: MeasuredUpstreamCall): void {
    this.calls.push(call);
  }

  jobRun(run: MeasuredJobRun): void {
    this.runs.push(run);
  }

  write(write: MeasuredWrite): void {
    this.writes.push(write);
  }

  writesWaiting(count: number): void {
    this.queue.push(count);
  }

  backups(backups: MeasuredBackups): void {
    this.backupStates.push(backups);
  }

  cache(name: string): CacheMeter {
    const figures = this.caches.get(name) ?? { hits: 0, misses: 0, entries: 0 };
    this.caches.set(name, figures);
    return {
      hit: () => void (figures.hits += 1),
      miss: () => void (figures.misses += 1),
      grew: (by) => void (figures.entries += by),
    };
  }

  text(): Promise<string> {
    return Promise.resolve('');
  }
}
