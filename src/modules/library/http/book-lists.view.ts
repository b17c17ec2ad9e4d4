import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { PlacedBook } from '../books/book-lists.service.js';
import type { BookFormat } from '../books/book-projection.js';
import type { BookSeries } from '../books/book-series.js';
import type { LibraryBook, RecentBook } from '../books/book-titles.js';
import type { CountedCreator } from '../digests/creators.js';
import { pictureAddress } from '../digests/pictures.js';

/** What a library has of a title in one format. */
export interface HeldFormatView {
  readonly monitored: boolean;
  readonly downloaded: boolean;
}

/** A title of a library. A text is empty where it is unknown. */
export interface BookTitleView {
  readonly title: string;
  readonly author: string;
  readonly author_foreign_id: string;
  /** 0 where it is unknown. */
  readonly year: number;
  readonly series: string;
  /** As it is written. */
  readonly series_position: string;
  readonly foreign_book_id: string;
  /** What says which title it is, each in its own namespace: `native:`, `work:`, `edition:`, `isbn13:`. */
  readonly identity_keys?: readonly string[];
  /** False when a record of the title names no format, or can't be read. */
  readonly status_known: boolean;
  /** Path below this server, or the https address of a copy. */
  readonly cover: string;
  readonly ebook: HeldFormatView;
  readonly audiobook: HeldFormatView;
}

/** An author of a library. */
export interface LibraryAuthorView {
  readonly foreign_author_id: string;
  readonly name: string;
  /** Path below this server, or the https address of a copy. */
  readonly image: string;
  /** A title that is there in two formats counts once. */
  readonly title_count: number;
  /** Titles with something on disk. */
  readonly available_count: number;
  /** When the author came into the library. */
  readonly added?: Rfc3339;
}

/** GET /api/requests/book-library. */
export interface BookLibraryView {
  readonly titles: readonly BookTitleView[];
  /** Null when the authors can't be read. */
  readonly authors: readonly LibraryAuthorView[] | null;
}

/** A title whose newest file came recently. */
export interface RecentBookView {
  /** The manager's own id of the record that came last. */
  readonly book_id: number;
  readonly foreign_book_id: string;
  readonly title: string;
  /** Empty when both formats came, or a record names none. */
  readonly format: BookFormat | '';
  readonly cover: string;
  readonly imported_at: Rfc3339;
}

/** GET /api/requests/book-recent. */
export interface BookRecentView {
  readonly items: readonly RecentBookView[];
}

/** GET /api/requests/book-authors. */
export interface BookAuthorsView {
  /** At most 200. */
  readonly authors: readonly LibraryAuthorView[];
  /** How many there are. */
  readonly total: number;
}

/** GET /api/requests/book-author. */
export interface BookAuthorView {
  readonly author: LibraryAuthorView;
  /** The newest year first. */
  readonly titles: readonly BookTitleView[];
}

/** A series of a library. */
export interface LibrarySeriesView {
  readonly name: string;
  /** At most three, as other covers. */
  readonly covers: readonly string[];
  readonly title_count: number;
  /** Titles with something on disk. */
  readonly available_count: number;
}

/** GET /api/requests/book-series. */
export interface BookSeriesView {
  /** At most 200. */
  readonly series: readonly LibrarySeriesView[];
  /** How many there are. */
  readonly total: number;
}

/** A title of a series. */
export interface PlacedBookView extends BookTitleView {
  /** Its position in this series, as it is written; empty where none is stated. */
  readonly position: string;
}

/** GET /api/requests/book-series-detail. */
export interface BookSeriesDetailView {
  readonly series: LibrarySeriesView;
  /** By position. */
  readonly titles: readonly PlacedBookView[];
}

/** A title, with pictures of this library. */
export function bookTitle(book: LibraryBook, instanceId: string): BookTitleView {
  return {
    title: book.title,
    author: book.author,
    author_foreign_id: book.authorForeignId,
    year: book.year ?? 0,
    series: book.series,
    series_position: book.seriesPosition,
    foreign_book_id: book.foreignBookId,
    // Written out: a list has thousands of titles, and `optional` costs as much as the rest of a title.
    ...(book.identityKeys.length === 0 ? {} : { identity_keys: book.identityKeys }),
    status_known: book.statusKnown,
    cover: pictureAddress(book.cover, instanceId),
    ebook: book.ebook,
    audiobook: book.audiobook,
  };
}

/** A title of a series, with pictures of this library. */
export const placedBook = (book: PlacedBook, instanceId: string): PlacedBookView => ({
  ...bookTitle(book, instanceId),
  position: book.position,
});

/** An author, with pictures of this library. */
export function libraryAuthor(author: CountedCreator, instanceId: string): LibraryAuthorView {
  return {
    foreign_author_id: author.foreignId,
    name: author.name,
    image: pictureAddress(author.image, instanceId),
    title_count: author.titleCount,
    available_count: author.availableCount,
    ...optional('added', author.addedAt, rfc3339),
  };
}

/** A recent arrival, with pictures of this library. */
export function recentBook(book: RecentBook, instanceId: string): RecentBookView {
  return {
    book_id: book.recordId,
    foreign_book_id: book.foreignBookId,
    title: book.title,
    format: book.format ?? '',
    cover: pictureAddress(book.cover, instanceId),
    imported_at: rfc3339(book.importedAt),
  };
}

/** A series, with pictures of this library. */
export function librarySeries(series: BookSeries, instanceId: string): LibrarySeriesView {
  return {
    name: series.name,
    covers: series.covers.map((cover) => pictureAddress(cover, instanceId)),
    title_count: series.titleCount,
    available_count: series.availableCount,
  };
}
