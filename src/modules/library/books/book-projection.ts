import type { ChaptarrBook } from '../../../clients/chaptarr/chaptarr-book.js';
import { shownPicture, type ShownPictures } from '../digests/pictures.js';
import { editionKey, identityKeys, nativeKey, type IdentifiedBook } from './book-keys.js';
import { trackedQueue, type DownloadQueue, type TrackedQueueRow } from '../cache/download-queue.js';
import type { TrackedRow } from '../cache/download-stage.js';

export type BookFormat = 'ebook' | 'audiobook';

/** What is read of a record of a book manager: one title in one format. */
export type BookRow = IdentifiedBook & Omit<ChaptarrBook, 'editions' | 'audibleAsin'>;

interface BookRows {
  readonly rows: Iterable<BookRow>;
  /** The records that can't be read, each with the id of its title where that much can be read. */
  readonly unreadable: Iterable<{ readonly foreignId: string | null }>;
}

/** The records of a title in one format. A manager may have several of them, by different narrators. */
export interface FormatRecords {
  /** The manager's own ids; first the one to work on: with a file, else monitored, else the oldest. */
  readonly recordIds: readonly number[];
  readonly monitored: boolean;
  readonly hasFile: boolean;
  /** Null where they aren't counted. */
  readonly fileCount: number | null;
  /** Bytes; null where they aren't counted. */
  readonly sizeOnDisk: number | null;
  /** When it came out or will, in epoch milliseconds; null where that is unknown. */
  readonly releasedAt: number | null;
}

/** A title of a library: its records in both formats, which share the id of the title. */
export interface BoundBook {
  /** The id under which it is asked for, in the form in which ids are compared; for a title without an id its record. */
  readonly key: string;
  /** The id as the manager writes it; empty where it names none, or a placeholder. */
  readonly foreignBookId: string;
  /** Empty where the manager reports none. */
  readonly title: string;
  /** The manager's own id of the author; null where it names none. */
  readonly authorId: number | null;
  /** `Tidal Atlas #1`, or several of them after semicolons; null outside of a series. */
  readonly seriesTitle: string | null;
  /** See `shownPicture`. */
  readonly cover: string | null;
  /** See `identityKeys`. */
  readonly identityKeys: readonly string[];
  readonly ebook: FormatRecords | null;
  readonly audiobook: FormatRecords | null;
  readonly unresolved: FormatRecords | null;
  readonly isUnreadable: boolean;
}

export interface BookProjection {
  readonly titles: Map<string, BoundBook>;
  /** Are there records whose title can't be read? Then no title is known to be absent. */
  readonly hasUnplaced: boolean;
}

/**
 * Groups records by the id of their title, never by its words, in any order. A record that can't be read belongs to the title
 * whose id it names, or to any: it makes what it could be unknown, never absent.
 * Source: doc 2 section 4, Requests rule 8; upstream Chaptarr facts, Media split.
 */
export function bookProjection({ rows, unreadable }: BookRows, pictures: ShownPictures): BookProjection {
  const groups = new Map<string, BookRow[]>();
  for (const row of rows) {
    const key = nativeKey(row.foreignBookId) ?? `${UNNAMED}${row.id}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const unreadableIds = [...unreadable].map(({ foreignId }) => nativeKey(foreignId));
  const unreadableTitles = new Set(unreadableIds.filter((id) => id !== null));
  const titles = new Map<string, BoundBook>();
  for (const [key, group] of groups) titles.set(key, boundBook(key, group, unreadableTitles.has(key), pictures));
  for (const key of unreadableTitles) if (!titles.has(key)) titles.set(key, unreadableBook(key));
  return { titles, hasUnplaced: unreadableIds.includes(null) };
}

const UNNAMED = 'record:';

function boundBook(key: string, group: BookRow[], isUnreadable: boolean, pictures: ShownPictures): BoundBook {
  if (group.length > 1) group.sort((one, other) => one.id - other.id);
  const [ebooks, audiobooks, unresolved]: [BookRow[], BookRow[], BookRow[]] = [[], [], []];
  let [foreignBookId, title]: [string, string] = ['', ''];
  let [authorId, seriesTitle, cover]: [number | null, string | null, string | null] = [null, null, null];
  for (const row of group) {
    if (!key.startsWith(UNNAMED)) foreignBookId ||= row.foreignBookId ?? '';
    title ||= row.title;
    authorId ??= row.authorId;
    seriesTitle ??= row.seriesTitle;
    cover ??= shownPicture(row.cover, pictures);
    (row.format === 'ebook' ? ebooks : row.format === 'audiobook' ? audiobooks : unresolved).push(row);
  }
  return {
    key,
    foreignBookId,
    title,
    authorId,
    seriesTitle,
    cover,
    identityKeys: keysOf(group),
    ebook: recordsOf(ebooks),
    audiobook: recordsOf(audiobooks),
    unresolved: recordsOf(unresolved),
    isUnreadable,
  };
}

const unreadableBook = (key: string): BoundBook => ({
  key,
  foreignBookId: key,
  title: '',
  authorId: null,
  seriesTitle: null,
  cover: null,
  identityKeys: [`native:${key}`],
  ebook: null,
  audiobook: null,
  unresolved: null,
  isUnreadable: true,
});

/** The two records of a title mostly say the same, but for their editions: then the other one is not looked at in full. */
function keysOf(rows: readonly BookRow[]): readonly string[] {
  const [first, second] = rows;
  if (!first) return [];
  if (!second) return identityKeys(first);
  if (rows.length > 2 || !saySame(first, second)) return [...new Set(rows.flatMap(identityKeys))];
  const keys = identityKeys(first);
  const edition = second.foreignEditionId === first.foreignEditionId ? null : editionKey(second.foreignEditionId);
  return edition === null || keys.includes(edition) ? keys : [...keys, edition];
}

const saySame = (one: BookRow, other: BookRow): boolean =>
  one.foreignBookId === other.foreignBookId &&
  one.hardcoverBookId === other.hardcoverBookId &&
  one.goodreadsBookId === other.goodreadsBookId &&
  one.goodreadsWorkId === other.goodreadsWorkId &&
  one.openLibraryWorkId === other.openLibraryWorkId &&
  other.editions.length === 0;

function recordsOf(rows: BookRow[]): FormatRecords | null {
  const [first, second] = rows;
  if (!first) return null;
  if (!second) {
    const { id, monitored, hasFile, fileCount, sizeOnDisk, releaseDate: releasedAt } = first;
    return { recordIds: [id], monitored, hasFile, fileCount, sizeOnDisk, releasedAt };
  }
  rows.sort((one, other) => rankOf(one) - rankOf(other) || one.id - other.id);
  return {
    recordIds: rows.map(({ id }) => id),
    monitored: rows.some(({ monitored }) => monitored),
    hasFile: rows.some(({ hasFile }) => hasFile),
    fileCount: sumOf(rows.map(({ fileCount }) => fileCount)),
    sizeOnDisk: sumOf(rows.map(({ sizeOnDisk }) => sizeOnDisk)),
    releasedAt: earliest(rows),
  };
}

const rankOf = ({ hasFile, monitored }: BookRow): number => (hasFile ? 0 : monitored ? 1 : 2);

/** A loop, as a hostile manager may send more records of one title than a call takes arguments. */
function earliest(rows: readonly BookRow[]): number | null {
  let first: number | null = null;
  for (const { releaseDate } of rows)
    if (releaseDate !== null && (first === null || releaseDate < first)) first = releaseDate;
  return first;
}

/** Null as soon as one of them is unknown. */
const sumOf = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((sum, number) => (sum === null || number === null ? null : sum + number), 0);

interface BookQueueRow extends TrackedQueueRow {
  readonly status: string;
  readonly trackedDownloadStatus: string | null;
  readonly trackedDownloadState: string | null;
  readonly complaints: readonly string[];
  /** Null for a download that the manager can't match with a record. */
  readonly bookId: number | null;
}

export function bookQueue(rows: readonly BookQueueRow[]): DownloadQueue {
  return trackedQueue(rows, ({ bookId }) => bookId, trackedOf);
}

function trackedOf({ status, trackedDownloadStatus, trackedDownloadState, complaints }: BookQueueRow): TrackedRow {
  return {
    status,
    trackedStatus: trackedDownloadStatus,
    trackedState: trackedDownloadState,
    hasMessages: complaints.length > 0,
  };
}

export const isHeld = ({ ebook, audiobook, unresolved }: BoundBook): boolean =>
  ebook?.hasFile === true || audiobook?.hasFile === true || unresolved?.hasFile === true;

export const sameBookState = (one: BoundBook, other: BoundBook): boolean =>
  one.isUnreadable === other.isUnreadable &&
  sameRecords(one.ebook, other.ebook) &&
  sameRecords(one.audiobook, other.audiobook) &&
  sameRecords(one.unresolved, other.unresolved);

export const sameBook = (one: BoundBook, other: BoundBook): boolean =>
  sameBookState(one, other) &&
  one.foreignBookId === other.foreignBookId &&
  one.title === other.title &&
  one.authorId === other.authorId &&
  one.seriesTitle === other.seriesTitle &&
  one.cover === other.cover &&
  sameList(one.identityKeys, other.identityKeys) &&
  sameFigures(one.ebook, other.ebook) &&
  sameFigures(one.audiobook, other.audiobook) &&
  sameFigures(one.unresolved, other.unresolved);

const sameRecords = (one: FormatRecords | null, other: FormatRecords | null): boolean =>
  one?.hasFile === other?.hasFile &&
  one?.monitored === other?.monitored &&
  sameList(one?.recordIds ?? NONE, other?.recordIds ?? NONE);

const sameFigures = (one: FormatRecords | null, other: FormatRecords | null): boolean =>
  one?.fileCount === other?.fileCount && one?.sizeOnDisk === other?.sizeOnDisk && one?.releasedAt === other?.releasedAt;

const NONE: readonly number[] = [];

const sameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
