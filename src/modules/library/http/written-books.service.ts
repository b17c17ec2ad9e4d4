import { Injectable } from '@nestjs/common';
import { BytePool } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { WrittenJson } from '../../../core/http/written-json.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { BookListsService, type WholeLibrary } from '../books/book-lists.service.js';
import { bookTitle, libraryAuthor, type BookLibraryView } from './book-lists.view.js';

/** As long as authors are kept. */
const TTL_MS = 60_000;

/** More libraries than a household has. */
const MAX_LIBRARIES = 64;

/** Of all libraries together. The list of 5,000 titles takes 3 MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** It holds none of what was read, so that an old reading of a library doesn't stay in memory. */
interface KeptLibrary extends Pick<WholeLibrary, 'version' | 'authorsRead'> {
  readonly json: WrittenJson<BookLibraryView>;
}

/**
 * Writes the whole list of a book library, and keeps what is written for as long as a reading of the library shows the same:
 * of a list of thousands, the writing costs more than the reading.
 */
@Injectable()
export class WrittenBooksService {
  private readonly kept: TtlCache<string, KeptLibrary>;

  constructor(
    private readonly lists: BookListsService,
    clock: Clock,
    meter: Meter,
  ) {
    this.kept = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_LIBRARIES,
      pool: new BytePool(MAX_BYTES),
      sizeOf: ({ json }) => json.size,
      meter: meter.cache('library.written-books'),
    });
  }

  /** GET /api/requests/book-library, as `BookListsService.library` reads it. It throws as that does. */
  async library(instanceId: string): Promise<WrittenJson<BookLibraryView>> {
    const library = await this.lists.library(instanceId);
    const kept = this.kept.get(instanceId);
    if (kept && showsTheSame(kept, library)) return kept.json;
    const titles = await library.titles((book) => bookTitle(book, instanceId));
    const authors = library.authors()?.map((author) => libraryAuthor(author, instanceId)) ?? null;
    const json = await WrittenJson.of<BookLibraryView>({ titles, authors });
    const { version, authorsRead } = library;
    this.kept.set(instanceId, { version, authorsRead, json });
    return json;
  }
}

const showsTheSame = (one: KeptLibrary, other: WholeLibrary): boolean =>
  one.version === other.version && one.authorsRead === other.authorsRead;
