import { Injectable } from '@nestjs/common';
import type { DownloadQueue } from '../cache/download-queue.js';
import type { Snapshot } from '../cache/library-kind.js';
import { PERSON_WAITS_MS } from '../cache/library-reader.js';
import { BookCacheService, type RecordsNow } from './book-cache.service.js';
import type { BoundBook } from './book-projection.js';
import { judgeBook, UNKNOWN_BOOK, type AskedBook, type BookAvailability, bindBook, titlesByKey } from './judge-book.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import { type AudiobookNumbers, audiobookNumbers } from './book-numbers.js';
import { nativeKey } from './book-keys.js';
import { judgeFormat } from './book-availability.js';

export type BookJudge = (asked: AskedBook) => BookAvailability;

const UNREADABLE: BookJudge = () => UNKNOWN_BOOK;

/**
 * The status of books right now, from short-lived caches. Nothing of it is stored.
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage, never for faults of the library.
 */
@Injectable()
export class BookLibraryService {
  constructor(private readonly liveCache: BookCacheService) {}

  async availability(instanceId: string, asked: AskedBook, waitMs = PERSON_WAITS_MS): Promise<BookAvailability> {
    const judge = await this.judge(instanceId, waitMs);
    return judge(asked);
  }

  /**
   * Records are at most 15 seconds old, the queue 10. Titles of a library that can't be read are unknown, never absent; so are
   * those of one that hangs, unless they are cached.
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

  /** Undefined when nothing fresh is cached. Never asks the library, so that ownership can be proved before a charge without delay. */
  warm(instanceId: string): BookJudge | undefined {
    const { snapshot } = this.liveCache.inMemory(instanceId);
    return snapshot ? this.rememberedBy(instanceId) : undefined;
  }

  /**
   * By what is the audiobook found elsewhere? Which records it has is at most 15 seconds old; they are read again now, with
   * editions.
   * @param foreignId `hc:<n>` or `bc:<n>`
   * @returns null where the library affirms that it has no audio file of the title
   * @throws AppError 503 where the library can't be read within two seconds, doesn't say which title is meant or whether it has
   *   an audio file, or files it elsewhere by now; AppError for an instance that doesn't exist and for faults of our own
   *   storage
   */
  async audiobookNumbers(instanceId: string, foreignId: string): Promise<AudiobookNumbers | null> {
    const answer = await this.liveCache.reader.inTime(instanceId, PERSON_WAITS_MS, {
      read: () => this.readNumbers(instanceId, foreignId),
      remembered: () => undefined,
    });
    if (answer === undefined) throw libraryUnreadable();
    return answer;
  }

  /** Call it after a library may have been changed. No read under way restores the old state, and one that has just failed is repeated. */
  changed(instanceId: string): void {
    this.liveCache.invalidateAll(instanceId);
  }

  /** Undefined where the library can't be read. */
  private async readNumbers(instanceId: string, foreignId: string): Promise<AudiobookNumbers | null | undefined> {
    const snapshot = await this.liveCache.snapshot(instanceId);
    const book = snapshot ? heldAudiobook(foreignId, snapshot) : undefined;
    if (!book?.audiobook) return book === null ? null : undefined;
    const now = await this.liveCache.recordsNow(instanceId, book.audiobook.recordIds);
    return now ? numbersNow(book, now) : undefined;
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

/** The numbers by what its records say now; undefined where one of them is gone or another title's by now. */
function numbersNow({ key, title }: BoundBook, { records, editions }: RecordsNow): AudiobookNumbers | null | undefined {
  const own = records.filter((record) => record !== null && nativeKey(record.foreignBookId) === key);
  if (own.length < records.length) return undefined;
  if (!own.some((record) => record?.hasFile)) return null;
  const audibleAsins = own.map((record) => record?.audibleAsin ?? null);
  return audiobookNumbers({ title, audibleAsins, editions: editions.rows });
}

/** The title with an audio file; null where there is none, undefined where that is unknown. */
function heldAudiobook(
  foreignId: string,
  { digest, hasUnplaced }: Snapshot<string, BoundBook>,
): BoundBook | null | undefined {
  const book = bindBook(foreignId, [], titlesByKey(digest.values()));
  if (book === 'ambiguous') return undefined;
  const held = judgeFormat(book, 'audiobook', { queue: new Map(), hasUnplaced });
  if (!held.known) return undefined;
  return book && held.status === 'available' ? book : null;
}
