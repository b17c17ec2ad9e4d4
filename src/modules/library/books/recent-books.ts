import { newestArrivals, type ArrivedFile } from '../digests/recent-arrivals.js';
import { byLetters, inTurn, type Order } from '../digests/name-order.js';
import type { BookFormat, BoundBook } from './book-projection.js';

/** A title that came into a library. */
export interface RecentBook {
  /** The manager's own id of the record that came last. */
  readonly recordId: number;
  readonly foreignBookId: string;
  readonly title: string;
  /** Null when both formats came, or a record names none. */
  readonly format: BookFormat | null;
  /** See `shownPicture`. */
  readonly cover: string | null;
  /** When the newest file came, in epoch milliseconds. */
  readonly importedAt: number;
}

const NEWEST_FIRST: Order<RecentBook> = inTurn(
  (one, other) => other.importedAt - one.importedAt,
  (one, other) => byLetters(one.title, other.title),
  (one, other) => byLetters(one.foreignBookId, other.foreignBookId),
  (one, other) => one.recordId - other.recordId,
);

/**
 * The titles of a library by their newest file, the newest first. The records of a title are one entry; its format is
 * told when all of those with a file agree.
 *
 * Source: doc 2 section 4, Library digest rules, book-recent.
 *
 * @param files the files of all records that have any
 */
export function recentBooks(books: Iterable<BoundBook>, files: Iterable<ArrivedFile>): readonly RecentBook[] {
  const newest = newestArrivals(files);
  const recent: RecentBook[] = [];
  for (const book of books) {
    const arrivals = arrivalsOf(book, newest);
    const [latest] = arrivals;
    if (!latest) continue;
    const { foreignBookId, title, cover } = book;
    const format = arrivals.every((arrival) => arrival.format === latest.format) ? latest.format : null;
    recent.push({ recordId: latest.recordId, foreignBookId, title, format, cover, importedAt: latest.at });
  }
  return recent.sort(NEWEST_FIRST);
}

interface Arrival {
  readonly recordId: number;
  readonly format: BookFormat | null;
  readonly at: number;
}

/** The records of a title that have a dated file, the newest first. */
function arrivalsOf(book: BoundBook, newest: ReadonlyMap<number, number>): readonly Arrival[] {
  const of = (format: BookFormat | null, recordIds: readonly number[] = []): readonly Arrival[] =>
    recordIds.flatMap((recordId) => {
      const at = newest.get(recordId);
      return at === undefined ? [] : [{ recordId, format, at }];
    });
  const { ebook, audiobook, unresolved } = book;
  const all = [
    ...of('ebook', ebook?.recordIds),
    ...of('audiobook', audiobook?.recordIds),
    ...of(null, unresolved?.recordIds),
  ];
  return all.sort((one, other) => other.at - one.at || one.recordId - other.recordId);
}

/** What an author has on disk, to tell whether the list of the author's files is still the same. */
export interface AuthorFiles {
  /** The manager's own id. */
  readonly authorId: number;
  /** Equal while no file came or went; null when the manager doesn't count, and the list has to be read each time. */
  readonly state: string | null;
}

/**
 * The authors of whom something is on disk: only their files need to be read, and only again after their state changed.
 *
 * Source: issue of books and albums, truth and digests.
 */
export function authorsWithFiles(books: Iterable<BoundBook>): readonly AuthorFiles[] {
  const all = new Map<number, { files: number; size: number; isCounted: boolean }>();
  for (const { authorId, ebook, audiobook, unresolved } of books) {
    for (const records of [ebook, audiobook, unresolved]) {
      if (authorId === null || !records?.hasFile) continue;
      const author = all.get(authorId) ?? { files: 0, size: 0, isCounted: true };
      author.files += records.fileCount ?? 0;
      author.size += records.sizeOnDisk ?? 0;
      author.isCounted &&= records.fileCount !== null && records.sizeOnDisk !== null;
      all.set(authorId, author);
    }
  }
  return [...all].map(([authorId, { files, size, isCounted }]) => ({
    authorId,
    state: isCounted ? `${files} files of ${size} bytes` : null,
  }));
}
