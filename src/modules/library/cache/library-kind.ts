import type { DownloadQueue } from './download-queue.js';
import type { LibraryChanges } from './library-changes.js';
import type { LibraryHealth } from './library-health.js';
import type { LibraryOutage, LibraryRead } from './library-outage.js';

/** The cached facts of one title. An entry never changes. */
export interface LibraryEntry {
  /** The manager's own id of the record. */
  readonly recordId: number;
}

/** A snapshot of all titles of one library, by the id under which they are requested. */
export type LibraryDigest<Entry> = Map<number, Entry>;

/** A library's answer about one title: undefined when it affirms that it has none; null when it can't be read. */
export type FoundTitle<Entry> = Entry | undefined | null;

/** The cached titles of a library. A changed title gets a new entry object; an unchanged one keeps its object. */
export interface Snapshot<Entry> {
  readonly digest: LibraryDigest<Entry>;
  /** Increases whenever an entry appears, disappears or changes; unique across all libraries. */
  version: number;
  /** The number of reports before the read began. */
  readonly asOf: number;
}

/** The fresh cached data of a library. */
export interface CachedLibrary<Entry> {
  /** Null when no digest is fresh. */
  readonly snapshot: Snapshot<Entry> | null;
  /** Null when no queue is fresh. */
  readonly queue: DownloadQueue | null;
  /** Was this title reported as changed since the snapshot was read? */
  readonly isPast: (titleId: number) => boolean;
}

/** Reads libraries of one kind. */
export interface LibraryKind<Client, Entry extends LibraryEntry> {
  /** The name of the list of all titles in the log. */
  readonly titles: LibraryRead;
  /** The name of one title's record in the log. */
  title(titleId: number): LibraryRead;
  connect(instanceId: string): Promise<Client>;
  digest(client: Client): Promise<LibraryDigest<Entry>>;
  queue(client: Client): Promise<DownloadQueue>;
  /** Reads one title by its own record; undefined when the library affirms that it has none. */
  find(client: Client, titleId: number): Promise<Entry | undefined>;
  /** Do two entries have the same status? */
  readonly sameState: (one: Entry, other: Entry) => boolean;
  /** Are two entries equal in everything that is cached? */
  readonly sameEntry: (one: Entry, other: Entry) => boolean;
  /** The event that says that the status of a title may have changed. */
  progressed(instanceId: string, titleId: number): object;
}

/** The state of a library between reads. */
export interface LibraryMemory<Entry> {
  readonly outage: LibraryOutage;
  readonly health: LibraryHealth;
  /** The last digests, whatever their age. Used only for comparison and lookup, never to answer readers. */
  readonly last: { snapshot?: Snapshot<Entry>; digestBefore?: LibraryDigest<Entry>; everyEntryIsPast?: boolean };
  /** The last queue, used in the same way. */
  readonly lastQueue: { read?: DownloadQueue };
  /** The changes since they were last taken. */
  readonly changes: LibraryChanges;
}
