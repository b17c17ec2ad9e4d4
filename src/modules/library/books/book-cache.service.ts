import { Injectable } from '@nestjs/common';
import { CHAPTARR_COVERS, type ChaptarrBook, type ChaptarrEdition } from '../../../clients/chaptarr/chaptarr-book.js';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { CreatorCache } from '../cache/creator-cache.js';
import { unreadRecords, type LibraryDigest } from '../cache/library-kind.js';
import { BookProgressed } from '../library.events.js';
import { detailed } from '../cache/download-queue.js';
import { bookProjection, type BoundBook, bookQueue, sameBook, sameBookState } from './book-projection.js';
import { bookIndex, type BookIndex } from './judge-book.js';
import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { BookSeries } from './book-series.js';
import type { RecentBook } from './book-titles.js';

const TITLES_TTL_MS = 15_000;

export interface RecordsNow {
  readonly records: readonly (ChaptarrBook | null)[];
  readonly editions: RowsRead<ChaptarrEdition>;
}

@Injectable()
export class BookCacheService extends CreatorCache<ChaptarrClient, BoundBook, RecentBook> {
  /** In no order, and all of them. */
  readonly series: TtlCache<string, readonly BookSeries[]>;
  /** Of each reading of a library; made when a title is asked for. */
  private readonly indexes = new WeakMap<LibraryDigest<string, BoundBook>, BookIndex>();

  constructor(clients: InstanceClientsService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    super(
      {
        titles: 'books',
        titlesTtlMs: TITLES_TTL_MS,
        creators: 'authors',
        connect: (instanceId) => clients.connect('book_manager', instanceId),
        digest: async (manager) => {
          const read = await manager.books();
          return { ...bookProjection(read, CHAPTARR_COVERS), ...unreadRecords(read.unreadable) };
        },
        queue: async (manager) => bookQueue(await manager.queue()),
        detailedQueue: async (manager) => detailed(await manager.detailedQueue(), bookQueue),
        recordsOf: recordsOfBook,
        sameState: sameBookState,
        sameEntry: sameBook,
        progressed: (instanceId, key) => new BookProgressed(instanceId, key),
      },
      clock,
      random,
      log,
      meter,
    );
    this.series = this.listCache('book-series');
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
    this.series.delete(instanceId);
  }
}

export const recordsOfBook = ({ ebook, audiobook, unresolved }: BoundBook): readonly number[] =>
  [ebook, audiobook, unresolved].flatMap((records) => records?.recordIds ?? []);
