import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { CountedCreator, Creator } from '../digests/creators.js';
import { KeptArrivals } from '../digests/kept-arrivals.js';
import type { BookSeries } from './book-series.js';
import type { RecentBook } from './recent-books.js';

/** Source: doc 4 section 2, book-recent, book-authors and book-series. */
const TTL_MS = 60_000;

/** More libraries than a household has. */
const MAX_LIBRARIES = 64;

/** The authors of a library. */
export interface BookAuthors {
  /** By the manager's own ids. */
  readonly byRecord: ReadonlyMap<number, Creator>;
  /** The foreign ids of authors who can't be read; null for one of whom not even that can be read. */
  readonly unreadable: ReadonlySet<string | null>;
}

/** What the lists of book libraries are made of, by library. A list that is made while it is dropped is not kept. */
export class BookListCaches {
  readonly authors: TtlCache<string, BookAuthors>;
  /** In no order, and all of them; likewise the series. */
  readonly counted: TtlCache<string, readonly CountedCreator[]>;
  readonly series: TtlCache<string, readonly BookSeries[]>;
  /** The newest first. */
  readonly recent: TtlCache<string, readonly RecentBook[]>;
  /** Stays when lists are dropped: what is kept of an author is valid while the author's files are the same. */
  readonly arrivals = new KeptArrivals();

  constructor(clock: Clock, meter: Meter) {
    const cache = <V>(name: string): TtlCache<string, V> =>
      new TtlCache({ clock, ttlMs: TTL_MS, maxEntries: MAX_LIBRARIES, meter: meter.cache(`library.${name}`) });
    this.authors = cache('authors');
    this.counted = cache('counted-authors');
    this.series = cache('book-series');
    this.recent = cache('recent-books');
  }

  /** Drops the lists of a changed library, those included that are being made. */
  drop(instanceId: string): void {
    for (const cache of [this.authors, this.counted, this.series, this.recent]) cache.delete(instanceId);
  }
}
