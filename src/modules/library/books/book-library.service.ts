import { Injectable } from '@nestjs/common';
import type { DownloadQueue } from '../cache/download-queue.js';
import type { Snapshot } from '../cache/library-kind.js';
import { PERSON_WAITS_MS } from '../cache/library-reader.js';
import { BookCacheService } from './book-cache.service.js';
import type { BoundBook } from './book-projection.js';
import { judgeBook, UNKNOWN_BOOK, type AskedBook, type BookAvailability } from './judge-book.js';

/** Judges titles by one reading of a library. */
export type BookJudge = (asked: AskedBook) => BookAvailability;

const UNREADABLE: BookJudge = () => UNKNOWN_BOOK;

/**
 * Answers what the status of books in a library is right now, from short-lived caches. Nothing of it is stored. Source:
 * doc 2 section 4 (Requests rule 8, Freshness), doc 4 section 4.3.
 */
@Injectable()
export class BookLibraryService {
  constructor(private readonly liveCache: BookCacheService) {}

  /** The status of this title. See {@link judge}. */
  async availability(instanceId: string, asked: AskedBook, waitMs = PERSON_WAITS_MS): Promise<BookAvailability> {
    const judge = await this.judge(instanceId, waitMs);
    return judge(asked);
  }

  /**
   * Judges any titles of a library by one moment of it: its records are at most 15 seconds old, its queue 10. The titles
   * of a library that can't be read are unknown, never absent; so are those of a library that hangs, unless the cache has
   * the answer.
   *
   * @param waitMs the longest wait for the answer, in milliseconds
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for faults of the library
   */
  judge(instanceId: string, waitMs = PERSON_WAITS_MS): Promise<BookJudge> {
    this.liveCache.reader.watched.note(instanceId);
    const read = async (): Promise<BookJudge> => {
      // The queue comes first: a title that has left it is read again, and its records then show the file.
      const queue = await this.liveCache.queue(instanceId);
      return this.judgeOf(await this.liveCache.snapshot(instanceId), queue);
    };
    return this.liveCache.reader.inTime(instanceId, waitMs, { read, remembered: () => this.rememberedBy(instanceId) });
  }

  /**
   * The same by what is cached and fresh; undefined when the records are not. Never waits and never asks the library, so
   * that ownership can be proved before a charge without delay.
   */
  warm(instanceId: string): BookJudge | undefined {
    const { snapshot } = this.liveCache.inMemory(instanceId);
    return snapshot ? this.rememberedBy(instanceId) : undefined;
  }

  /**
   * Called after we have changed, or may have changed, a library: the next reader reads it again. A read under way
   * doesn't restore the old state, and a read that failed a moment ago is repeated.
   */
  changed(instanceId: string): void {
    this.liveCache.invalidateAll(instanceId);
  }

  private rememberedBy(instanceId: string): BookJudge {
    const { snapshot, queue } = this.liveCache.inMemory(instanceId);
    return this.judgeOf(snapshot, queue);
  }

  private judgeOf(snapshot: Snapshot<string, BoundBook> | null, queue: DownloadQueue | null): BookJudge {
    if (!snapshot) return UNREADABLE;
    const { digest, hasUnplaced } = snapshot;
    return (asked) => judgeBook(asked, { index: this.liveCache.indexOf(digest), hasUnplaced, queue });
  }
}
