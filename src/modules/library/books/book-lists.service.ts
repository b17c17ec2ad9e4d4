import { Injectable } from '@nestjs/common';
import type { ChaptarrAuthor } from '../../../clients/chaptarr/chaptarr-author.js';
import { CHAPTARR_PORTRAITS } from '../../../clients/chaptarr/chaptarr-book.js';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import { Clock } from '../../../core/time/clock.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { Creators } from '../cache/creator-cache.js';
import { creatorIn, CreatorLists, readable } from '../cache/creator-lists.js';
import type { Snapshot } from '../cache/library-kind.js';
import {
  countCreators,
  listCreators,
  type CountedCreator,
  type Creator,
  type CreatorSort,
} from '../digests/creators.js';
import { shownPicture } from '../digests/pictures.js';
import type { ArrivedFile } from '../digests/kept-arrivals.js';
import { newestYearFirst } from '../digests/name-order.js';
import { BookCacheService, recordsOfBook } from './book-cache.service.js';
import { type BoundBook, isHeld } from './book-projection.js';
import { bookSeries, listSeries, seriesPage, type BookSeries, type SeriesSort } from './book-series.js';
import { libraryBook, type LibraryBook, authorsWithFiles, recentBooks, type RecentBook } from './book-titles.js';

/** Its position is as written; empty where none is stated. */
export interface PlacedBook extends LibraryBook {
  readonly position: string;
}

export interface WholeLibrary {
  readonly titles: readonly LibraryBook[];
  /** Null where one of them can't be read. */
  readonly authors: readonly CountedCreator[] | null;
}

/**
 * The lists of what a book library has. Every method waits up to ten seconds. It throws 503 when the library can't be read by
 * then, and AppError for an instance that doesn't exist and for faults of our own storage. An unreadable library is never an
 * empty list.
 */
@Injectable()
export class BookListsService extends CreatorLists<ChaptarrClient, BoundBook, RecentBook> {
  constructor(
    protected override readonly liveCache: BookCacheService,
    private readonly clock: Clock,
  ) {
    super(liveCache);
  }

  /** Titles in the manager's order; authors in no order, null while one of them can't be read. Without authors the names are unknown. */
  async library(instanceId: string): Promise<WholeLibrary> {
    const [{ digest }, authors] = await this.booksAndAuthors(instanceId);
    return {
      titles: [...digest.values()].map((book) => libraryBook(book, creatorIn(authors, book.authorId))),
      authors: authors?.unread.size === 0 ? counted(digest.values(), authors) : null,
    };
  }

  /** The titles whose newest files came last, at most so many. */
  recent(instanceId: string, limit: number): Promise<readonly RecentBook[]> {
    return this.newest(instanceId, limit, ARRIVALS);
  }

  /** The first 200 authors who have a title, and how many there are. It fails while one of them can't be read. */
  async authors(instanceId: string, sort: CreatorSort): Promise<ReturnType<typeof listCreators>> {
    const all = await this.keepOrRead(this.liveCache.counted, instanceId, async () => {
      const { digest } = await this.snapshot(instanceId);
      const authors = await this.creatorsOf(instanceId);
      if (authors.unread.size > 0) throw libraryUnreadable();
      return counted(digest.values(), authors);
    });
    return listCreators(all, sort);
  }

  /** An author with all titles, the newest year first; undefined when the library affirms that it has none with a title. */
  async author(
    instanceId: string,
    foreignId: string,
  ): Promise<{ readonly author: CountedCreator; readonly titles: readonly LibraryBook[] } | undefined> {
    const [{ digest, hasUnplaced }, authors] = await Promise.all([
      this.books(instanceId),
      this.inTime(instanceId, () => this.readCreators(instanceId)),
    ]);
    const author = counted(digest.values(), authors).find((one) => one.foreignId === foreignId);
    if (author) {
      const own = [...digest.values()].filter(({ authorId }) => authorId === author.recordId);
      return { author, titles: newestYearFirst(shownBooks(own, authors), this.clock.now()) };
    }
    const mayBeThere = hasUnplaced || authors.unread.has(foreignId) || authors.unread.has(null);
    if (mayBeThere) throw libraryUnreadable();
    return undefined;
  }

  async series(instanceId: string, sort: SeriesSort): Promise<ReturnType<typeof listSeries>> {
    const all = await this.keepOrRead(this.liveCache.series, instanceId, async () => {
      const { digest } = await this.snapshot(instanceId);
      return bookSeries(digest.values());
    });
    return listSeries(all, sort);
  }

  /** A series with all titles by position; undefined when the library affirms that no title names it. */
  async seriesNamed(
    instanceId: string,
    name: string,
  ): Promise<{ readonly series: BookSeries; readonly titles: readonly PlacedBook[] } | undefined> {
    const [{ digest, hasUnplaced }, authors] = await this.booksAndAuthors(instanceId);
    const page = seriesPage(digest.values(), name);
    if (!page && hasUnplaced) throw libraryUnreadable();
    if (!page) return undefined;
    const titles = page.titles.map(({ book, position }) => ({
      ...libraryBook(book, creatorIn(authors, book.authorId)),
      position,
    }));
    return { series: page.series, titles };
  }

  /** Both at once, so that nobody waits for the one and then for the other. */
  private booksAndAuthors(instanceId: string): Promise<[Snapshot<string, BoundBook>, Creators | null]> {
    return Promise.all([this.books(instanceId), this.creatorsIfReadable(instanceId)]);
  }

  private books(instanceId: string): Promise<Snapshot<string, BoundBook>> {
    this.liveCache.reader.watched.note(instanceId);
    const warm = this.liveCache.warmSnapshot(instanceId);
    return warm ? Promise.resolve(warm) : this.inTime(instanceId, () => this.snapshot(instanceId));
  }

  protected async readCreators(instanceId: string): Promise<Creators> {
    const read = await this.liveCache.reader.readBeside('authors', instanceId, (manager) => manager.authors());
    const { rows, unreadable } = readable(read);
    return {
      byRecord: new Map(rows.map((author) => [author.id, creatorOf(author)])),
      unread: new Set(unreadable.map(({ foreignId }) => foreignId)),
    };
  }

  protected async filesOf(instanceId: string, authorId: number): Promise<readonly ArrivedFile[]> {
    const take = (manager: ChaptarrClient) => manager.bookFilesOfAuthor(authorId);
    const { rows, unreadable } = readable(await this.liveCache.reader.readBeside('recent files', instanceId, take));
    if (unreadable.length > 0) throw libraryUnreadable();
    return rows.map(({ bookId, dateAdded }) => ({ recordId: bookId, addedAt: dateAdded }));
  }
}

const ARRIVALS = { withFiles: authorsWithFiles, recordsOf: recordsOfBook, newestFirst: recentBooks };

const shownBooks = (books: Iterable<BoundBook>, authors: Creators | null): readonly LibraryBook[] =>
  Array.from(books, (book) => libraryBook(book, creatorIn(authors, book.authorId)));

const counted = (books: Iterable<BoundBook>, { byRecord }: Creators): readonly CountedCreator[] =>
  countCreators(
    Array.from(books, (book) => ({ creatorId: book.authorId, isHeld: isHeld(book) })),
    byRecord.values(),
  );

const creatorOf = ({ id, foreignAuthorId, name, image, added }: ChaptarrAuthor): Creator => ({
  recordId: id,
  foreignId: foreignAuthorId ?? '',
  name,
  image: shownPicture(image, CHAPTARR_PORTRAITS),
  addedAt: added,
});
