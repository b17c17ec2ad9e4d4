import type { HistoryRead, ServarrHappening, ServarrRecordHappening } from '../../../clients/servarr/history.js';
import type { DownloadQueue } from './download-queue.js';
import type { LibraryDigest, LibraryKind, ManagerClient, TitleKey } from './library-kind.js';
import type { LibraryReader } from './library-reader.js';

/** The most records whose history is remembered with one reading of a queue. */
const MOST_RECORDS = 200;

type Reading = Promise<readonly ServarrHappening[] | null>;

interface TitleHappening<Key> extends ServarrRecordHappening {
  readonly titleId: Key;
}

/** What has become of titles. Every method throws AppError for an instance that doesn't exist and for faults of our own storage. */
export class TitleHistories<Client extends ManagerClient, Key extends TitleKey, Entry> {
  private readonly byQueue = new WeakMap<DownloadQueue, Map<number, Reading>>();

  constructor(
    private readonly kind: LibraryKind<Client, Key, Entry>,
    private readonly reader: LibraryReader<Client, Key, Entry>,
    private readonly digest: (instanceId: string) => Promise<LibraryDigest<Key, Entry> | null>,
  ) {}

  /** Newest first, read anew; null when it can't be read. */
  async now(instanceId: string, recordId: number): Reading {
    const read = await this.reader.readBeside('history', instanceId, (client) => client.history(recordId));
    return this.rowsOf(instanceId, read);
  }

  /** Newest first; null when it can't be read. A manager tells at most a thousand rows. What belongs to no title is left out. */
  async since(instanceId: string, since: number): Promise<readonly TitleHappening<Key>[] | null> {
    const read = await this.reader.readBeside('recent history', instanceId, (client) => client.recentHistory(since));
    const happened = this.rowsOf(instanceId, read);
    // The titles come second, so that they have what has come.
    const digest = happened && (await this.digest(instanceId));
    if (!digest) return null;
    const titles = new Map(
      [...digest].flatMap(([titleId, entry]) => this.kind.recordsOf(entry).map((id) => [id, titleId] as const)),
    );
    return happened.flatMap((one) => {
      const titleId = titles.get(one.recordId);
      return titleId === undefined ? [] : [{ ...one, titleId }];
    });
  }

  /** Null when one record can't be read. Kept with the reading of the queue, so that who looks again costs one call in ten seconds. */
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
    if (read && read.unread > 0) {
      this.reader.state(instanceId)?.breaker.recordUnreadableRows('history', read.unread);
    }
    return read && read.rows;
  }

  private recordsOf(queue: DownloadQueue): Map<number, Reading> {
    const known = this.byQueue.get(queue) ?? new Map<number, Reading>();
    this.byQueue.set(queue, known);
    return known;
  }
}
