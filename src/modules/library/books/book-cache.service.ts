import { Injectable } from '@nestjs/common';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import { CHAPTARR_COVERS } from '../../../clients/chaptarr/chaptarr-pictures.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { BookManagersService } from '../../instances/instances.public.js';
import { LibraryCache } from '../cache/library-cache.js';
import { BookProgressed } from '../library.events.js';
import { bookProjection, type BoundBook } from './book-projection.js';
import { bookQueue } from './book-queue.js';
import { sameBook, sameBookState } from './same-book.js';

/** Source: doc 2 section 4, Requests rule 8; doc 4 section 2, book-library. */
const TITLES_TTL_MS = 15_000;

/** The cache of book libraries: their titles, by key, and their queues. */
@Injectable()
export class BookCacheService extends LibraryCache<ChaptarrClient, string, BoundBook> {
  constructor(managers: BookManagersService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const kind = {
      titles: 'books',
      titlesTtlMs: TITLES_TTL_MS,
      connect: (instanceId: string) => managers.connect(instanceId),
      digest: async (manager: ChaptarrClient) => bookProjection(await manager.books(), CHAPTARR_COVERS),
      queue: async (manager: ChaptarrClient) => bookQueue(await manager.queue()),
      recordsOf: recordsOfBook,
      sameState: sameBookState,
      sameEntry: sameBook,
      progressed: (instanceId: string, key: string) => new BookProgressed(instanceId, key),
    } as const;
    super(kind, clock, random, log, meter);
  }
}

const recordsOfBook = ({ ebook, audiobook, unresolved }: BoundBook): readonly number[] =>
  [ebook, audiobook, unresolved].flatMap((records) => records?.recordIds ?? []);
