import type { Creator } from '../digests/creators.js';
import { yearOf, byLetters, inTurn, type Order } from '../digests/name-order.js';
import type { BoundBook, FormatRecords, BookFormat } from './book-projection.js';
import { seriesPositions } from './book-series.js';
import { creatorsWithFiles, type CreatorFiles, newestArrivals, type ArrivedFile } from '../digests/kept-arrivals.js';

interface HeldFormat {
  readonly monitored: boolean;
  readonly downloaded: boolean;
}

/** A title as lists show it. A text is empty where it is unknown. */
export interface LibraryBook {
  readonly foreignBookId: string;
  readonly title: string;
  readonly author: string;
  readonly authorForeignId: string;
  /** Null where it is unknown. */
  readonly year: number | null;
  readonly series: string;
  /** As it is written. */
  readonly seriesPosition: string;
  /** See `identityKeys`. */
  readonly identityKeys: readonly string[];
  /** False when a record of the title names no format, or can't be read. */
  readonly statusKnown: boolean;
  /** See `shownPicture`. */
  readonly cover: string | null;
  readonly ebook: HeldFormat;
  readonly audiobook: HeldFormat;
}

/**
 * Source: doc 4 section 2, BookTitle; doc 2 section 4, Requests rule 8.
 * @param author undefined when the authors couldn't be read, or have none with the id that the title names
 */
export function libraryBook(book: BoundBook, author: Creator | undefined): LibraryBook {
  const [place] = seriesPositions(book.seriesTitle);
  return {
    foreignBookId: book.foreignBookId,
    title: book.title,
    author: author?.name ?? '',
    authorForeignId: author?.foreignId ?? '',
    year: yearOf(releasedAt(book)),
    series: place?.name ?? '',
    seriesPosition: place?.position ?? '',
    identityKeys: book.identityKeys,
    statusKnown: book.unresolved === null && !book.isUnreadable,
    cover: book.cover,
    ebook: heldFormat(book.ebook),
    audiobook: heldFormat(book.audiobook),
  };
}

const heldFormat = (records: FormatRecords | null): HeldFormat => ({
  monitored: records?.monitored === true,
  downloaded: records?.hasFile === true,
});

/** When the first of the formats came out or will; null where no record says. */
function releasedAt({ ebook, audiobook, unresolved }: BoundBook): number | null {
  let first: number | null = null;
  for (const records of [ebook, audiobook, unresolved]) {
    const date = records?.releasedAt ?? null;
    if (date !== null && (first === null || date < first)) first = date;
  }
  return first;
}

export interface RecentBook {
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
 * By the newest file, the newest first. The records of a title are one entry; its format is told when all of those with a file
 * agree, also those whose files have no date.
 * Source: doc 2 section 4, Library digest rules, book-recent.
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

export const authorsWithFiles = (books: Iterable<BoundBook>): readonly CreatorFiles[] =>
  creatorsWithFiles(
    [...books].flatMap(({ authorId: creatorId, ebook, audiobook, unresolved }) =>
      [ebook, audiobook, unresolved].flatMap((records) => (records?.hasFile ? [{ ...records, creatorId }] : [])),
    ),
  );
