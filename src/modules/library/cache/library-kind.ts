import type { ServarrClient } from '../../../clients/servarr/servarr.client.js';
import type { UnreadableRow } from '../../../clients/servarr/rows-read.js';
import type { DetailedQueue, DownloadQueue } from './download-queue.js';
import type { LibraryRead } from './library-breaker.js';

/** The id under which a title is requested: a number for films and series, a text for books and albums. */
export type TitleKey = number | string;

export type LibraryDigest<Key, Entry> = Map<Key, Entry>;

/** Undefined when the library affirms that it has none; null when it can't be read. */
export type FoundTitle<Entry> = Entry | undefined | null;

export interface ReadLibrary<Key, Entry> {
  readonly titles: LibraryDigest<Key, Entry>;
  /** Are there records whose title can't be read? Then no title is known to be absent. */
  readonly hasUnplaced: boolean;
  /** The titles of records that can't be read, as far as `titles` doesn't say it. */
  readonly unread?: ReadonlySet<Key>;
  readonly lost?: number;
  /** The manager's own ids of the authors or artists of records that can't be read; null for one that names none. */
  readonly unreadCreators?: ReadonlySet<number | null>;
}

export interface TitlesUnread<Key> {
  /** None of its records can be read, and one that can't may be its own. */
  isUnread(titleId: Key): boolean;
  /** Are some titles unknown, because records can't be read? */
  readonly lacksTitles: boolean;
}

/** The cached titles of a library. A changed title gets a new entry object; an unchanged one keeps its object. */
export interface Snapshot<Key, Entry> {
  readonly digest: LibraryDigest<Key, Entry>;
  /** See `ReadLibrary`. */
  readonly hasUnplaced: boolean;
  /** See `ReadLibrary`. */
  readonly unread: ReadonlySet<Key>;
  /** See `ReadLibrary`. */
  readonly unreadCreators: ReadonlySet<number | null>;
  /** Increases whenever an entry appears, disappears or changes, or what is unread does; unique across all libraries. */
  version: number;
  /** The number of reports before the read began. */
  readonly asOf: number;
}

/** May the library have this title although the digest lacks it? A record of it can't be read then. */
export const mayBeUnread = <Key>(
  { digest, hasUnplaced, unread }: Pick<Snapshot<Key, unknown>, 'digest' | 'hasUnplaced' | 'unread'>,
  titleId: Key,
): boolean => !digest.has(titleId) && (hasUnplaced || unread.has(titleId));

export const sameUnread = <Key>(
  one: Pick<Snapshot<Key, unknown>, 'hasUnplaced' | 'unread'>,
  other: Pick<Snapshot<Key, unknown>, 'hasUnplaced' | 'unread'>,
): boolean =>
  one.hasUnplaced === other.hasUnplaced &&
  one.unread.size === other.unread.size &&
  [...one.unread].every((titleId) => other.unread.has(titleId));

export const unreadIn = <Key>(snapshot: Snapshot<Key, unknown>): TitlesUnread<Key> => ({
  isUnread: (titleId) => mayBeUnread(snapshot, titleId),
  lacksTitles: snapshot.hasUnplaced || snapshot.unread.size > 0,
});

/** Unknown are the titles whose numbers rows name, or all others where one names none. Source: issue 43 C14; security 39 */
export function unreadTitles(unreadable: readonly UnreadableRow[]): Omit<ReadLibrary<number, never>, 'titles'> {
  const ids = unreadable.map(({ foreignId }) => foreignId);
  return {
    hasUnplaced: ids.includes(null),
    unread: new Set(ids.flatMap((id) => (id === null ? [] : [Number(id)]))),
    lost: unreadable.length,
  };
}

export interface CachedLibrary<Key, Entry> {
  readonly snapshot: Snapshot<Key, Entry> | null;
  readonly queue: DownloadQueue | null;
  /** Was this title reported as changed since the snapshot was read? */
  readonly isPast: (titleId: Key) => boolean;
}

/** The status of a title whose library couldn't be read. Unknown is never treated as absent. */
export interface UnknownTitle {
  readonly known: false;
  readonly reason: 'library_unavailable';
}

export const UNKNOWN_TITLE: UnknownTitle = { known: false, reason: 'library_unavailable' };

/** What a library says at one moment, besides its titles. */
export interface Circumstances {
  /** Null when the queue can't be read. */
  readonly queue: DownloadQueue | null;
  /** See `ReadLibrary`. */
  readonly hasUnplaced: boolean;
}

/** What records that can't be read leave unknown of their authors or artists. */
export const unreadRecords = (
  unreadable: readonly UnreadableRow[],
): Pick<ReadLibrary<never, never>, 'lost' | 'unreadCreators'> => ({
  lost: unreadable.length,
  unreadCreators: new Set(unreadable.map(({ parentId }) => parentId)),
});

/** What managers of every kind are asked. */
export type ManagerClient = Pick<ServarrClient<never>, 'clientDefinitions' | 'history' | 'recentHistory'>;

/** Reads libraries of one kind. Entries never change. */
export interface LibraryKind<Client, Key extends TitleKey, Entry> {
  /** The name of the list of all titles in the log. */
  readonly titles: LibraryRead;
  readonly titlesTtlMs: number;
  connect(instanceId: string): Promise<Client>;
  digest(client: Client): Promise<ReadLibrary<Key, Entry>>;
  queue(client: Client): Promise<DownloadQueue>;
  /** The same reading with what each row is for. */
  detailedQueue(client: Client): Promise<DetailedQueue>;
  recordsOf(entry: Entry): readonly number[];
  readonly sameState: (one: Entry, other: Entry) => boolean;
  readonly sameEntry: (one: Entry, other: Entry) => boolean;
  /** The event that says that the status of a title may have changed. */
  progressed(instanceId: string, titleId: Key): object;
}

export interface SingleTitleKind<Client, Key extends TitleKey, Entry> extends LibraryKind<Client, Key, Entry> {
  title(titleId: Key): LibraryRead;
  find(client: Client, titleId: Key): Promise<Entry | undefined>;
}
