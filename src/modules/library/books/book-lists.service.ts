import { Injectable } from '@nestjs/common';
import type { ChaptarrAuthor } from '../../../clients/chaptarr/chaptarr-author.js';
import { CHAPTARR_PORTRAITS } from '../../../clients/chaptarr/chaptarr-book.js';
import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { Snapshot } from '../cache/library-kind.js';
import { PAGE_WAITS_MS } from '../cache/library-reader.js';
import {
  countCreators,
  listCreators,
  type CountedCreator,
  type Creator,
  type CreatorSort,
} from '../digests/creators.js';
import { shownPicture } from '../digests/pictures.js';
import { type ArrivedFile, creatorsToRead, hasUnreadArrival } from '../digests/kept-arrivals.js';
import { newestYearFirst } from '../digests/name-order.js';
import { BookCacheService, recordsOfBook, type BookAuthors } from './book-cache.service.js';
import { type BoundBook, isHeld } from './book-projection.js';
import { bookSeries, listSeries, seriesPage, type BookSeries, type SeriesSort } from './book-series.js';
import { libraryBook, type LibraryBook, authorsWithFiles, recentBooks, type RecentBook } from './book-titles.js';

const UNREADABLE = libraryUnreadable().code;

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
export class BookListsService {
  constructor(
    private readonly liveCache: BookCacheService,
    private readonly clock: Clock,
  ) {}

  /** Titles in the manager's order; authors in no order, null while one of them can't be read. Without authors the names are unknown. */
  async library(instanceId: string): Promise<WholeLibrary> {
    const [{ digest }, authors] = await this.booksAndAuthors(instanceId);
    return {
      titles: [...digest.values()].map((book) => libraryBook(book, authorOf(book, authors))),
      authors: authors?.unreadable.size === 0 ? counted(digest.values(), authors) : null,
    };
  }

  /** An author whose files can't be read could have the newest of all: then the list can't be read, either. */
  async recent(instanceId: string, limit: number): Promise<readonly RecentBook[]> {
    const recent = await this.keepOrRead(this.liveCache.lists.recent, instanceId, async () => {
      const { digest } = await this.readBooks(instanceId);
      const unread = this.liveCache.unread.creatorsIn(digest);
      const authors = readable(creatorsToRead(authorsWithFiles(digest.values()), unread));
      const read = (authorId: number): Promise<readonly ArrivedFile[]> => this.filesOf(instanceId, authorId);
      const files = await this.liveCache.lists.arrivals.of(instanceId, authors, read);
      if (unread.size > 0 && hasUnreadArrival(files, readableRecords(digest.values()))) throw libraryUnreadable();
      return recentBooks(digest.values(), files);
    });
    return recent.slice(0, limit);
  }

  /** The first 200 authors who have a title, and how many there are. It fails while one of them can't be read. */
  async authors(instanceId: string, sort: CreatorSort): Promise<ReturnType<typeof listCreators>> {
    const all = await this.keepOrRead(this.liveCache.lists.counted, instanceId, async () => {
      const { digest } = await this.readBooks(instanceId);
      const authors = await this.authorsOf(instanceId);
      if (authors.unreadable.size > 0) throw libraryUnreadable();
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
      this.inTime(instanceId, () => this.readAuthors(instanceId)),
    ]);
    const author = counted(digest.values(), authors).find((one) => one.foreignId === foreignId);
    if (author) {
      const own = [...digest.values()].filter(({ authorId }) => authorId === author.recordId);
      return { author, titles: newestYearFirst(shownBooks(own, authors), this.clock.now()) };
    }
    const mayBeThere = hasUnplaced || authors.unreadable.has(foreignId) || authors.unreadable.has(null);
    if (mayBeThere) throw libraryUnreadable();
    return undefined;
  }

  async series(instanceId: string, sort: SeriesSort): Promise<ReturnType<typeof listSeries>> {
    const all = await this.keepOrRead(this.liveCache.lists.series, instanceId, async () => {
      const { digest } = await this.readBooks(instanceId);
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
      ...libraryBook(book, authorOf(book, authors)),
      position,
    }));
    return { series: page.series, titles };
  }

  /** Both at once, so that nobody waits for the one and then for the other. */
  private booksAndAuthors(instanceId: string): Promise<[Snapshot<string, BoundBook>, BookAuthors | null]> {
    return Promise.all([this.books(instanceId), this.authorsIfReadable(instanceId)]);
  }

  private books(instanceId: string): Promise<Snapshot<string, BoundBook>> {
    this.liveCache.reader.watched.note(instanceId);
    const warm = this.liveCache.warmSnapshot(instanceId);
    return warm ? Promise.resolve(warm) : this.inTime(instanceId, () => this.readBooks(instanceId));
  }

  private async authorsIfReadable(instanceId: string): Promise<BookAuthors | null> {
    const { authors } = this.liveCache.lists;
    const read = (): Promise<BookAuthors | null> => authors.fetch(instanceId, () => this.readAuthors(instanceId));
    const warm = authors.get(instanceId);
    if (warm) return warm;
    try {
      return await this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered: () => null });
    } catch (fault) {
      if (fault instanceof AppError && fault.code === UNREADABLE) return null;
      throw fault;
    }
  }

  private async keepOrRead<V>(cache: TtlCache<string, V>, instanceId: string, read: () => Promise<V>): Promise<V> {
    this.liveCache.reader.watched.note(instanceId);
    return cache.get(instanceId) ?? (await this.inTime(instanceId, () => cache.fetch(instanceId, read)));
  }

  private inTime<V>(instanceId: string, read: () => Promise<V>): Promise<V> {
    const remembered = (): never => {
      throw libraryUnreadable();
    };
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  private async readBooks(instanceId: string): Promise<Snapshot<string, BoundBook>> {
    return readable(await this.liveCache.snapshot(instanceId));
  }

  private authorsOf(instanceId: string): Promise<BookAuthors> {
    return this.liveCache.lists.authors.fetch(instanceId, () => this.readAuthors(instanceId));
  }

  private async readAuthors(instanceId: string): Promise<BookAuthors> {
    const { rows, unreadable } = readable(await this.liveCache.authors(instanceId));
    return {
      byRecord: new Map(rows.map((author) => [author.id, creatorOf(author)])),
      unreadable: new Set(unreadable.map(({ foreignId }) => foreignId)),
    };
  }

  private async filesOf(instanceId: string, authorId: number): Promise<readonly ArrivedFile[]> {
    const { rows, unreadable } = readable(await this.liveCache.filesOfAuthor(instanceId, authorId));
    if (unreadable.length > 0) throw libraryUnreadable();
    return rows.map(({ bookId, dateAdded }) => ({ recordId: bookId, addedAt: dateAdded }));
  }
}

function readable<V>(read: V | null): V {
  if (read === null) throw libraryUnreadable();
  return read;
}

const readableRecords = (books: Iterable<BoundBook>): ReadonlySet<number> =>
  new Set(Array.from(books, recordsOfBook).flat());

const shownBooks = (books: Iterable<BoundBook>, authors: BookAuthors | null): readonly LibraryBook[] =>
  Array.from(books, (book) => libraryBook(book, authorOf(book, authors)));

const authorOf = ({ authorId }: BoundBook, authors: BookAuthors | null): Creator | undefined =>
  authorId === null ? undefined : authors?.byRecord.get(authorId);

const counted = (books: Iterable<BoundBook>, { byRecord }: BookAuthors): readonly CountedCreator[] =>
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
