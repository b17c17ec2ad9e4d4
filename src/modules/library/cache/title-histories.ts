import type { ServarrHappening } from '../../../clients/servarr/history.js';
import type { DownloadQueue } from './download-queue.js';

/** The most records whose history is remembered with one reading of a queue. */
const MOST_RECORDS = 200;

type Reading = Promise<readonly ServarrHappening[] | null>;

/**
 * What has become of the titles of a library.
 *
 * Every method throws AppError for an instance that doesn't exist and for faults of our own storage.
 */
export class TitleHistories {
  private readonly byQueue = new WeakMap<DownloadQueue, Map<number, Reading>>();

  /** @param read what has become of one record, newest first; null when it can't be read */
  constructor(private readonly read: (instanceId: string, recordId: number) => Reading) {}

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
    const reading = this.read(instanceId, recordId);
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
