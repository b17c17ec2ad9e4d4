import type { HistoryRead, ServarrHappening, ServarrRecordHappening } from '../../../clients/servarr/history.js';
import type { DownloadQueue } from './download-queue.js';

/** The most records whose history is remembered with one reading of a queue. */
const MOST_RECORDS = 200;

type Reading = Promise<readonly ServarrHappening[] | null>;

/** Something that has become of a title, by the record that it happened to. */
interface TitleHappening<Key> extends ServarrRecordHappening {
  readonly titleId: Key;
}

/** How the library is read; null when it can't be. */
interface HistoryReads<Key> {
  /** What has become of one record. */
  readonly one: (instanceId: string, recordId: number) => Promise<HistoryRead | null>;
  /** What has become of all records after a moment. */
  readonly recent: (instanceId: string, since: number) => Promise<HistoryRead<ServarrRecordHappening> | null>;
  /** Notes that so many rows of a history can't be read. */
  readonly lacks: (instanceId: string, rows: number) => void;
  /** The titles by the manager's own ids of their records. */
  readonly titles: (instanceId: string) => Promise<ReadonlyMap<number, Key> | null>;
}

/**
 * What has become of the titles of a library.
 *
 * Every method throws AppError for an instance that doesn't exist and for faults of our own storage.
 */
export class TitleHistories<Key> {
  private readonly byQueue = new WeakMap<DownloadQueue, Map<number, Reading>>();

  constructor(private readonly reads: HistoryReads<Key>) {}

  /** What has become of one record, newest first, read anew; null when it can't be read. */
  now(instanceId: string, recordId: number): Reading {
    return this.reads.one(instanceId, recordId).then((read) => this.rowsOf(instanceId, read));
  }

  /**
   * What has become of all titles after this moment, in epoch milliseconds, newest first; null when it can't be read. A manager
   * tells at most a thousand rows. What belongs to no title of the library is left out.
   */
  async since(instanceId: string, since: number): Promise<readonly TitleHappening<Key>[] | null> {
    const happened = this.rowsOf(instanceId, await this.reads.recent(instanceId, since));
    // The titles come second, so that they have what has come.
    const titles = happened && (await this.reads.titles(instanceId));
    if (!titles) return null;
    return happened.flatMap((one) => {
      const titleId = titles.get(one.recordId);
      return titleId === undefined ? [] : [{ ...one, titleId }];
    });
  }

  /**
   * What has become of these records, newest first; null when that of one can't be read. It is remembered for as long as the
   * reading of the queue that it is asked with, so that a person who looks again and again costs one call in ten seconds. What
   * couldn't be read is asked for again.
   */
  async of(
    instanceId: string,
    queue: DownloadQueue,
    recordIds: readonly number[],
  ): Promise<readonly ServarrHappening[] | null> {
    const all = await Promise.all(recordIds.map((recordId) => this.one(instanceId, queue, recordId)));
    const happened: ServarrHappening[] = [];
    for (const one of all) {
      if (one === null) return null;
      happened.push(...one);
    }
    return recordIds.length < 2 ? happened : happened.sort((one, other) => other.at - one.at);
  }

  private one(instanceId: string, queue: DownloadQueue, recordId: number): Reading {
    const known = this.recordsOf(queue);
    const remembered = known.get(recordId);
    if (remembered) return remembered;
    if (known.size >= MOST_RECORDS) known.clear();
    const reading = this.now(instanceId, recordId);
    known.set(recordId, reading);
    const forget = (): void => {
      if (known.get(recordId) === reading) known.delete(recordId);
    };
    reading.then((happened) => {
      if (happened === null) forget();
    }, forget);
    return reading;
  }

  private rowsOf<Row extends ServarrHappening>(
    instanceId: string,
    read: HistoryRead<Row> | null,
  ): readonly Row[] | null {
    // That one history is whole says nothing of the one that isn't.
    if (read && read.unread > 0) this.reads.lacks(instanceId, read.unread);
    return read && read.rows;
  }

  private recordsOf(queue: DownloadQueue): Map<number, Reading> {
    const known = this.byQueue.get(queue) ?? new Map<number, Reading>();
    this.byQueue.set(queue, known);
    return known;
  }
}
