import type { ServarrHappening } from '../../../clients/servarr/history.js';
import type { DownloadQueue } from './download-queue.js';

/** The most records whose history is remembered with one reading of a queue. */
const MOST_RECORDS = 200;

type Reading = Promise<readonly ServarrHappening[] | null>;

/**
 * Remembers the histories of records beside the reading of the queue that they were asked with, and forgets them with it:
 * what drops the queue drops them. A history that couldn't be read is asked for again.
 */
export class TitleHistories {
  private readonly byQueue = new WeakMap<DownloadQueue, Map<number, Reading>>();

  /** The histories of these records together, newest first; null when one of them can't be read. */
  async of(
    queue: DownloadQueue,
    recordIds: readonly number[],
    read: (recordId: number) => Reading,
  ): Promise<readonly ServarrHappening[] | null> {
    const all = await Promise.all(recordIds.map((recordId) => this.one(queue, recordId, read)));
    const happened: ServarrHappening[] = [];
    for (const one of all) {
      if (one === null) return null;
      happened.push(...one);
    }
    return recordIds.length < 2 ? happened : happened.sort((one, other) => other.at - one.at);
  }

  private one(queue: DownloadQueue, recordId: number, read: (recordId: number) => Reading): Reading {
    const known = this.recordsOf(queue);
    const remembered = known.get(recordId);
    if (remembered) return remembered;
    if (known.size >= MOST_RECORDS) known.clear();
    const reading = read(recordId);
    known.set(recordId, reading);
    const forget = (): void => {
      if (known.get(recordId) === reading) known.delete(recordId);
    };
    reading.then((happened) => {
      if (happened === null) forget();
    }, forget);
    return reading;
  }

  private recordsOf(queue: DownloadQueue): Map<number, Reading> {
    const known = this.byQueue.get(queue) ?? new Map<number, Reading>();
    this.byQueue.set(queue, known);
    return known;
  }
}
