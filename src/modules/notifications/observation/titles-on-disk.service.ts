import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import {
  AlbumLibraryService,
  AlbumProgressed,
  AlbumReported,
  BookLibraryService,
  BookProgressed,
  BookReported,
  FilmLibraryService,
  QueueChanged,
} from '../../library/library.public.js';
import type { AcceptedRequest } from '../../requests/requests.public.js';
import type { ObservedFormat } from '../message-rows.js';
import { formatsOf, type OpenRequest } from './open-request.js';

/** Is a title on disk as a whole? Null where that can't be found out now. */
export type IsOnDisk = (request: AcceptedRequest, format: ObservedFormat) => boolean | null;

/** How long the sweep waits for a library, in milliseconds: nobody waits for the sweep. */
const SWEEP_WAITS_MS = 10_000;

/** Books and albums aren't read again so long while nothing is heard of their library: each reading takes the whole list. */
const LIST_MS = 120_000;

const HEARD: readonly EventType<{ readonly instanceId: string }>[] = [
  BookReported,
  BookProgressed,
  AlbumReported,
  AlbumProgressed,
  QueueChanged,
];

interface ListReading {
  readonly until: number;
  readonly newest: number;
  readonly of: WeakSet<OpenRequest>;
}

/** Reads which films, books and albums are on disk, from short caches. Each reading keeps its library polled. */
@Injectable()
export class TitlesOnDiskService implements OnModuleInit {
  private readonly lists = new Map<string, ListReading>();

  constructor(
    private readonly films: FilmLibraryService,
    private readonly books: BookLibraryService,
    private readonly albums: AlbumLibraryService,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const type of HEARD) this.events.on(type, ({ instanceId }) => void this.lists.delete(instanceId));
  }

  /** Does a library of books or albums need another reading for these requests? See {@link LIST_MS}. */
  isDue(instanceId: string, open: Iterable<OpenRequest>, newest: number): boolean {
    const last = this.lists.get(instanceId);
    if (!last || last.newest !== newest || this.clock.monotonic() >= last.until) return true;
    for (const one of open) if (!last.of.has(one)) return true;
    return false;
  }

  /**
   * Whether a film of this library has a file, null for one whose record can't be read; null when the library can't be read.
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async filmsOf(instanceId: string): Promise<IsOnDisk | null> {
    const snapshot = await this.films.snapshot(instanceId);
    return (
      snapshot && (({ tmdbId }) => (snapshot.isUnread(tmdbId) ? null : snapshot.films.get(tmdbId)?.hasFile === true))
    );
  }

  /** Whether a book of this library has a file in a format; null when none of them could be read. @throws as above */
  async booksOf(instanceId: string, open: readonly OpenRequest[], newest: number): Promise<IsOnDisk | null> {
    this.begin(instanceId, open, newest);
    const judge = await this.books.judge(instanceId, SWEEP_WAITS_MS);
    const isOnDisk: IsOnDisk = ({ key, recordIds, canonicalForeignId }, format) => {
      const { ebook, audiobook } = recordIds;
      const live = judge({ foreignId: key, recordIds: { ebook, audiobook }, canonicalForeignId });
      const state = format === '' ? null : live[format];
      return state?.known === true ? state.status === 'available' : null;
    };
    return this.unlessUnread(instanceId, isOnDisk, open);
  }

  /** Whether all of an album of this library is there; null when none of them could be read. @throws as above */
  async albumsOf(instanceId: string, open: readonly OpenRequest[], newest: number): Promise<IsOnDisk | null> {
    this.begin(instanceId, open, newest);
    const judge = await this.albums.judge(instanceId, SWEEP_WAITS_MS);
    const isOnDisk: IsOnDisk = ({ key, recordIds }) => {
      const { live } = judge({ foreignAlbumId: key, recordId: recordIds.whole });
      return live.known ? live.status === 'available' : null;
    };
    return this.unlessUnread(instanceId, isOnDisk, open);
  }

  private begin(instanceId: string, open: readonly OpenRequest[], newest: number): void {
    this.lists.set(instanceId, { until: this.clock.monotonic() + LIST_MS, newest, of: new WeakSet(open) });
  }

  /** A title by itself may be unknown; where all are, the library is, and is read again. */
  private unlessUnread(instanceId: string, isOnDisk: IsOnDisk, open: Iterable<OpenRequest>): IsOnDisk | null {
    for (const { request } of open)
      for (const format of formatsOf(request)) if (isOnDisk(request, format) !== null) return isOnDisk;
    this.lists.delete(instanceId);
    return null;
  }
}
