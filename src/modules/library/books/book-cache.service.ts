import { Injectable } from '@nestjs/common';
import type { ChaptarrAuthor } from '../../../clients/chaptarr/chaptarr-author.js';
import {
  CHAPTARR_COVERS,
  type ChaptarrBook,
  type ChaptarrBookFile,
  type ChaptarrEdition,
} from '../../../clients/chaptarr/chaptarr-book.js';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { LibraryCache } from '../cache/library-cache.js';
import type { LibraryDigest } from '../cache/library-kind.js';
import { UnreadRecords, KeptArrivals } from '../digests/kept-arrivals.js';
import { BookProgressed } from '../library.events.js';
import { detailed } from '../cache/download-queue.js';
import { bookProjection, type BoundBook, bookQueue, sameBook, sameBookState } from './book-projection.js';
import { bookIndex, type BookIndex } from './judge-book.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { CountedCreator, Creator } from '../digests/creators.js';
import type { BookSeries } from './book-series.js';
import type { RecentBook } from './book-titles.js';

const TITLES_TTL_MS = 15_000;

const LISTS_TTL_MS = 60_000;

const MAX_LIBRARIES = 64;

export interface BookAuthors {
  readonly byRecord: ReadonlyMap<number, Creator>;
  /** The foreign ids of authors who can't be read; null for one of whom not even that can be read. */
  readonly unreadable: ReadonlySet<string | null>;
}

/** What the lists are made of, by library. A list that is made while it is dropped is not kept. */
export class BookListCaches {
  readonly authors: TtlCache<string, BookAuthors>;
  /** In no order, and all of them; likewise the series. */
  readonly counted: TtlCache<string, readonly CountedCreator[]>;
  readonly series: TtlCache<string, readonly BookSeries[]>;
  readonly recent: TtlCache<string, readonly RecentBook[]>;
  /** Stays when lists are dropped: what is kept of an author is valid while the author's files are the same. */
  readonly arrivals = new KeptArrivals();

  constructor(clock: Clock, meter: Meter) {
    const cache = <V>(name: string): TtlCache<string, V> =>
      new TtlCache({ clock, ttlMs: LISTS_TTL_MS, maxEntries: MAX_LIBRARIES, meter: meter.cache(`library.${name}`) });
    this.authors = cache('authors');
    this.counted = cache('counted-authors');
    this.series = cache('book-series');
    this.recent = cache('recent-books');
  }

  drop(instanceId: string): void {
    for (const cache of [this.authors, this.counted, this.series, this.recent]) cache.delete(instanceId);
  }
}

export interface RecordsNow {
  readonly records: readonly (ChaptarrBook | null)[];
  readonly editions: RowsRead<ChaptarrEdition>;
}

@Injectable()
export class BookCacheService extends LibraryCache<ChaptarrClient, string, BoundBook> {
  readonly lists: BookListCaches;
  /** Whose records of a digest can't be read. */
  readonly unread: UnreadRecords;
  /** Of each reading of a library; made when a title is asked for. */
  private readonly indexes = new WeakMap<LibraryDigest<string, BoundBook>, BookIndex>();

  constructor(clients: InstanceClientsService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const unread = new UnreadRecords();
    const kind = {
      titles: 'books',
      titlesTtlMs: TITLES_TTL_MS,
      connect: (instanceId: string) => clients.connect('book_manager', instanceId),
      digest: async (manager: ChaptarrClient) => {
        const read = await manager.books();
        const projection = bookProjection(read, CHAPTARR_COVERS);
        unread.note(projection.titles, read.unreadable);
        return { ...projection, lost: read.unreadable.length };
      },
      queue: async (manager: ChaptarrClient) => bookQueue(await manager.queue()),
      detailedQueue: async (manager: ChaptarrClient) => detailed(await manager.detailedQueue(), bookQueue),
      clientDefinitions: (manager: ChaptarrClient) => manager.clientDefinitions(),
      history: (manager: ChaptarrClient, recordId: number) => manager.history(recordId),
      recentHistory: (manager: ChaptarrClient, since: number) => manager.recentHistory(since),
      recordsOf: recordsOfBook,
      sameState: sameBookState,
      sameEntry: sameBook,
      progressed: (instanceId: string, key: string) => new BookProgressed(instanceId, key),
    } as const;
    super(kind, clock, random, log, meter);
    this.unread = unread;
    this.lists = new BookListCaches(clock, meter);
  }

  /** All authors of a library, not cached; null when they can't be read. */
  authors(instanceId: string): Promise<RowsRead<ChaptarrAuthor> | null> {
    return this.reader.readBeside('authors', instanceId, (manager) => manager.authors());
  }

  /** The files of an author, likewise. */
  filesOfAuthor(instanceId: string, authorId: number): Promise<RowsRead<ChaptarrBookFile> | null> {
    return this.reader.readBeside('recent files', instanceId, (manager) => manager.bookFilesOfAuthor(authorId));
  }

  /** The title of a record of the manager's, by the last reads of the library, of any age; null when none has it. */
  keyOf(instanceId: string, recordId: number): string | null {
    for (const digest of this.lastDigests(instanceId))
      for (const [key, book] of digest) if (recordsOfBook(book).includes(recordId)) return key;
    return null;
  }

  /** A record, read anew and not cached; null when it can't be read. */
  recordNow(instanceId: string, recordId: number): Promise<{ readonly record: ChaptarrBook | null } | null> {
    const read = async (manager: ChaptarrClient) => ({ record: await manager.bookById(recordId) });
    return this.reader.readBeside(`record of book ${recordId}`, instanceId, read);
  }

  /** Records as they are now, with their editions, likewise; a record that is gone is null. */
  recordsNow(instanceId: string, recordIds: readonly number[]): Promise<RecordsNow | null> {
    return this.reader.readBeside('editions', instanceId, async (manager) => {
      const [editions, ...records] = await Promise.all([
        manager.editionsOfBooks(recordIds),
        ...recordIds.map((id) => manager.bookById(id)),
      ]);
      return { records, editions };
    });
  }

  indexOf(digest: LibraryDigest<string, BoundBook>): BookIndex {
    const known = this.indexes.get(digest);
    if (known) return known;
    const index = bookIndex(digest.values());
    this.indexes.set(digest, index);
    return index;
  }

  override drop(instanceId: string): void {
    super.drop(instanceId);
    this.lists.drop(instanceId);
  }

  override forget(instanceId: string): void {
    super.forget(instanceId);
    this.lists.arrivals.forget(instanceId);
  }
}

export const recordsOfBook = ({ ebook, audiobook, unresolved }: BoundBook): readonly number[] =>
  [ebook, audiobook, unresolved].flatMap((records) => records?.recordIds ?? []);
