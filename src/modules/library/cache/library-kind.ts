import type { DownloadQueue } from './download-queue.js';
import type { LibraryChanges } from './library-changes.js';
import type { LibraryHealth } from './library-health.js';
import type { LibraryOutage, LibraryRead } from './library-outage.js';

/** What is kept of one title. It never changes. */
export interface LibraryEntry {
  /** The manager's own id of the record. */
  readonly recordId: number;
}

/** All titles of one library at one moment, by the id under which people ask for them. */
export type LibraryDigest<Entry> = Map<number, Entry>;

/** What a library says of one title: undefined when it affirms that it has none; null when it can't be read. */
export type FoundTitle<Entry> = Entry | undefined | null;

/** The titles of a library in memory. An entry is another object only when it says something else than before. */
export interface Snapshot<Entry> {
  readonly digest: LibraryDigest<Entry>;
  /** Another number whenever an entry came, went or became another; no two states of any library share one. */
  version: number;
  /** How many reports had come when its reading began. */
  readonly asOf: number;
}

/** What is in memory of a library and fresh. */
export interface CachedLibrary<Entry> {
  /** Null where no reading of all titles is fresh. */
  readonly snapshot: Snapshot<Entry> | null;
  /** Null where no reading of the queue is fresh. */
  readonly queue: DownloadQueue | null;
  /** True when a report about this title is not in the snapshot yet. */
  readonly isPast: (titleId: number) => boolean;
}

/** How libraries of one kind are read. */
export interface LibraryKind<Client, Entry extends LibraryEntry> {
  /** What the list of all titles is called in the log. */
  readonly titles: LibraryRead;
  /** What the record of one title is called in the log. */
  title(titleId: number): LibraryRead;
  connect(instanceId: string): Promise<Client>;
  digest(client: Client): Promise<LibraryDigest<Entry>>;
  queue(client: Client): Promise<DownloadQueue>;
  /** One title by its own record; undefined when the library affirms that it has none. */
  find(client: Client, titleId: number): Promise<Entry | undefined>;
  /** Do two readings say the same of where a title stands? */
  readonly sameState: (one: Entry, other: Entry) => boolean;
  /** Do two readings say the same of a title, in everything that is kept? */
  readonly sameEntry: (one: Entry, other: Entry) => boolean;
  /** The event that where a title stands is worth reading again. */
  progressed(instanceId: string, titleId: number): object;
}

/** What is remembered of a library from one reading to the next. */
export interface LibraryMemory<Entry> {
  readonly outage: LibraryOutage;
  readonly health: LibraryHealth;
  /** The last readings of all titles, whatever their age. Never answered from, only compared with and looked up in. */
  readonly last: { snapshot?: Snapshot<Entry>; digestBefore?: LibraryDigest<Entry>; everyEntryIsPast?: boolean };
  /** The last reading of the queue, in the same way. */
  readonly lastQueue: { read?: DownloadQueue };
  /** What changed since somebody last took the changes. */
  readonly changes: LibraryChanges;
}
