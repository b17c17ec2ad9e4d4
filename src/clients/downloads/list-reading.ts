import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { MOST_ITEMS } from './download-client.js';
import { sayDownloadClient } from './download-client.sentences.js';

/** What a list of downloads comes to. */
export interface ReadList<T> {
  readonly rows: readonly T[];
  /** Of each other row its id; null where that can't be read either: it may be any. */
  readonly lost: readonly (string | null)[];
}

/** How a row is read: what it is, or null; and by which id it goes, where that much can be read. */
interface RowReading<T> {
  readonly read: (row: unknown) => T | null;
  readonly idOf: (row: unknown) => string | null;
}

type Call = Pick<UpstreamError, 'system' | 'operation'>;

/** Rows that may be lost: to judge each takes longer than its bytes are worth. */
const MOST_LOST = 1_000;

/** Reads the rows of a client's list one by one: a row that can't be read is lost alone. */
export class ListReading<T> {
  private readonly rows: T[] = [];
  private readonly lost: (string | null)[] = [];

  constructor(
    private readonly call: Call,
    private readonly reading: RowReading<T>,
  ) {}

  /** @throws UpstreamError of kind `malformed` for more rows than anybody has, and for more that can't be read than a list of ours has */
  take(row: unknown): void {
    const found = this.reading.read(row);
    if (found === null) this.lost.push(this.reading.idOf(row));
    else this.rows.push(found);
    if (this.rows.length + this.lost.length > MOST_ITEMS || this.lost.length > MOST_LOST)
      throw unreadableList(this.call);
  }

  /** @throws UpstreamError of kind `malformed` where no row of it can be read: that is no empty list */
  done(): ReadList<T> {
    if (this.lost.length > 0 && this.rows.length === 0) throw unreadableList(this.call);
    return { rows: this.rows, lost: this.lost };
  }
}

/** As {@link ListReading}, of a list that is there. @throws UpstreamError `malformed` for what is no list too */
export function readList<T>(call: Call, list: unknown, how: RowReading<T>): ReadList<T> {
  if (!Array.isArray(list) || list.length > MOST_ITEMS) throw unreadableList(call);
  const reading = new ListReading(call, how);
  for (const row of list as readonly unknown[]) reading.take(row);
  return reading.done();
}

/** @throws UpstreamError of kind `malformed` where one of the lost rows may be this one: it is unknown then, and not absent */
export function assertAbsent(call: Call, { lost }: ReadList<unknown>, id: string): void {
  if (lost.some((one) => one === null || one === id)) throw unreadable(call, sayDownloadClient('download_unreadable'));
}

const unreadableList = (call: Call): UpstreamError => unreadable(call, sayDownloadClient('download_list_unreadable'));

const unreadable = ({ system, operation }: Call, reason: Sentence): UpstreamError =>
  new UpstreamError({ system, operation, kind: 'malformed', definitelyNotSent: false, reason });
