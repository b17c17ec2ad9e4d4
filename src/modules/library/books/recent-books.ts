import { creatorsWithFiles, type CreatorFiles } from '../digests/creator-files.js';
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
 * told when all of those with a file agree, also those whose files have no date.
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
    const formats = [...formatsWithFiles(book), ...arrivals.map((arrival) => arrival.format)];
    const format = formats.every((one) => one === latest.format) ? latest.format : null;
    recent.push({ recordId: latest.recordId, foreignBookId, title, format, cover, importedAt: latest.at });
  }
  return recent.sort(NEWEST_FIRST);
}

interface Arrival {
  readonly recordId: number;
  readonly format: BookFormat | null;
  readonly at: number;
}

/** The formats of the records that have a file; null stands for one that names none. */
function formatsWithFiles({ ebook, audiobook, unresolved }: BoundBook): readonly (BookFormat | null)[] {
  const held: (BookFormat | null)[] = [];
  if (ebook?.hasFile) held.push('ebook');
  if (audiobook?.hasFile) held.push('audiobook');
  if (unresolved?.hasFile) held.push(null);
  return held;
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

/** The authors of whom something is on disk. See `creatorsWithFiles`. */
export const authorsWithFiles = (books: Iterable<BoundBook>): readonly CreatorFiles[] =>
  creatorsWithFiles(
    [...books].flatMap(({ authorId: creatorId, ebook, audiobook, unresolved }) =>
      [ebook, audiobook, unresolved].flatMap((records) => (records?.hasFile ? [{ ...records, creatorId }] : [])),
    ),
  );
