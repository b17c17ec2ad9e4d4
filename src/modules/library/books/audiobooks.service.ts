import { Injectable } from '@nestjs/common';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { Snapshot } from '../cache/library-kind.js';
import { PERSON_WAITS_MS } from '../cache/library-reader.js';
import { type AudiobookNumbers, audiobookNumbers } from './audiobook-numbers.js';
import { bindBook, titlesByKey } from './bind-book.js';
import { BookCacheService, type RecordsNow } from './book-cache.service.js';
import { nativeKey } from './book-keys.js';
import type { BoundBook } from './book-projection.js';
import { judgeFormat } from './book-availability.js';

/** The titles of a library that can be listened to. */
@Injectable()
export class AudiobooksService {
  constructor(private readonly liveCache: BookCacheService) {}

  /**
   * By what is the audiobook of this title found elsewhere? Which records it has is at most 15 seconds old; they are
   * read again now, with their editions.
   *
   * @param foreignId `hc:<n>` or `bc:<n>`
   * @returns null where the library affirms that it has no audio file of the title
   * @throws AppError 503 where the library can't be read within two seconds, or doesn't say which title is meant or whether it
   *   has an audio file of it, or files it elsewhere by now; AppError for an instance that doesn't exist and for faults of our own storage
   */
  async numbers(instanceId: string, foreignId: string): Promise<AudiobookNumbers | null> {
    const answer = await this.liveCache.reader.inTime(instanceId, PERSON_WAITS_MS, {
      read: () => this.read(instanceId, foreignId),
      remembered: () => undefined,
    });
    if (answer === undefined) throw libraryUnreadable();
    return answer;
  }

  /** Undefined where the library can't be read. */
  private async read(instanceId: string, foreignId: string): Promise<AudiobookNumbers | null | undefined> {
    const snapshot = await this.liveCache.snapshot(instanceId);
    const book = snapshot ? heldAudiobook(foreignId, snapshot) : undefined;
    if (!book?.audiobook) return book === null ? null : undefined;
    const now = await this.liveCache.recordsNow(instanceId, book.audiobook.recordIds);
    return now ? numbersNow(book, now) : undefined;
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
