import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import {
  type ArrivalReading,
  type AskedBook,
  type BookAvailability,
  BookLibraryService,
  TitleArrivalsService,
  UNKNOWN_BOOK,
} from '../../library/library.public.js';
import { LiveTitles } from '../kinds/live-titles.js';
import type { BookFormat } from '../saved/job-rows.js';

export interface BookInLibrary extends AskedBook {
  readonly instanceId: string | null;
}

@Injectable()
export class LiveBooksService extends LiveTitles<BookInLibrary, BookAvailability, string> {
  constructor(
    access: InstanceAccessService,
    private readonly library: BookLibraryService,
    private readonly arrivals: TitleArrivalsService,
    clock: Clock,
  ) {
    super(access, clock, {
      availabilities: async (instanceId, books) => {
        const judge = await library.judge(instanceId);
        return new Map(books.map((book) => [idOf(book), judge(book)]));
      },
      idOf,
      unknown: UNKNOWN_BOOK,
    });
  }

  arrival({ instanceId, ...book }: BookInLibrary, formats: readonly BookFormat[]): Promise<ArrivalReading> {
    return this.arrivalIn(instanceId, (id) => this.arrivals.book(id, book, formats));
  }

  /** The state of a book by what is cached; unknown without a cache. The library is not asked. */
  warm(book: BookInLibrary): BookAvailability {
    return (book.instanceId === null ? undefined : this.library.warm(book.instanceId)?.(book)) ?? UNKNOWN_BOOK;
  }
}

/** Those of the formats that the library affirms to hold. */
export function heldFormats(live: BookAvailability, formats: readonly BookFormat[]): readonly BookFormat[] {
  return formats.filter((format) => isNow(live[format], 'available'));
}

/** Those of the formats that the library affirms not to have. */
export function absentFormats(live: BookAvailability, formats: readonly BookFormat[]): readonly BookFormat[] {
  return formats.filter((format) => isNow(live[format], 'unavailable'));
}

function isNow(live: BookAvailability[BookFormat], status: 'available' | 'unavailable'): boolean {
  return live.known && live.status === status;
}

/** Two requests for one book can be bound to different records. */
function idOf({ foreignId, canonicalForeignId, recordIds }: BookInLibrary): string {
  return [foreignId, canonicalForeignId, recordIds?.ebook, recordIds?.audiobook].join(' ');
}
