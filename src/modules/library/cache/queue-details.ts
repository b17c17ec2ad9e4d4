import type { QueueRead } from '../../../clients/servarr/queue-page.js';
import type { DetailedRow, QueuedDownload } from '../../../clients/servarr/queued-download.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Clock } from '../../../core/time/clock.js';
import { type DownloadQueue, UNREADABLE_ROWS } from './download-queue.js';

/** A manager's download queue, row by row, with what each row is for. */
export interface ManagerQueue {
  readonly rows: readonly QueuedDownload[];
  /** Are there as many rows as the manager says that there are? */
  readonly isComplete: boolean;
  /** Of so many rows it can't be read what they are for. */
  readonly unread: number;
}

/** One reading of a queue: as availability needs it, and row by row. */
export interface DetailedQueue {
  readonly queue: DownloadQueue;
  readonly detail: ManagerQueue;
}

/** Sorts a detailed reading as `sort` sorts the rows of a plain one. */
export const detailed = <Row>(
  { rows, isComplete }: QueueRead<DetailedRow<Row>>,
  sort: (rows: readonly Row[]) => DownloadQueue,
): DetailedQueue => {
  const queue = sort(rows.map(({ row }) => row));
  const unread = queue.get(UNREADABLE_ROWS)?.length ?? 0;
  return { queue, detail: { rows: rows.map(({ download }) => download), isComplete, unread } };
};

/** The two ways to read a queue. */
interface QueueReads {
  readonly plain: () => Promise<DownloadQueue>;
  readonly detailed: () => Promise<DetailedQueue>;
}

/** After somebody has looked at the downloads of a library, its queue is read in detail for so long, in milliseconds. */
const WANTED_MS = 60_000;

/**
 * What the rows of queues are for. A detailed reading is megabytes larger than a plain one, so a queue is read in detail
 * only while somebody looks at downloads: then every reading is, and one serves all.
 */
export class QueueDetails {
  private readonly byQueue = new WeakMap<DownloadQueue, ManagerQueue>();
  private readonly wantedAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** From now on this library's queue is read in detail, for a minute. */
  want(instanceId: string): void {
    this.wantedAt.set(instanceId, this.clock.monotonic());
  }

  /** The rows of this reading; undefined where it was a plain one. */
  of(queue: DownloadQueue): ManagerQueue | undefined {
    return this.byQueue.get(queue);
  }

  /**
   * Reads a queue, in detail where that is wanted. One that is too large in detail is read plainly.
   *
   * @throws what the reads throw
   */
  async read(instanceId: string, { plain, detailed }: QueueReads): Promise<DownloadQueue> {
    if (!this.isWanted(instanceId)) return plain();
    try {
      const { queue, detail } = await detailed();
      this.byQueue.set(queue, detail);
      return queue;
    } catch (fault) {
      if (!(fault instanceof UpstreamError) || fault.kind !== 'too_large') throw fault;
      return plain();
    }
  }

  /** Forgets an instance that was replaced or removed. */
  forget(instanceId: string): void {
    this.wantedAt.delete(instanceId);
  }

  private isWanted(instanceId: string): boolean {
    const since = this.wantedAt.get(instanceId);
    if (since === undefined) return false;
    if (this.clock.monotonic() - since < WANTED_MS) return true;
    this.wantedAt.delete(instanceId);
    return false;
  }
}
