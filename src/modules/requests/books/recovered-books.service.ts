import { Injectable } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { BookManagersService } from '../../instances/instances.public.js';
import { identityKeys } from '../../library/library.public.js';
import { exactHit, lookupTerms } from './book-lookup.js';
import type { BookSelection } from './book-selection.js';

/** How long a status waits for a lookup, in milliseconds. */
const PATIENCE_MS = 2_000;

/** What a lookup has found is remembered so long, in milliseconds. Source: doc 4 section 2, book search cache. */
const REMEMBERED_MS = 60_000;

/** What was sent of a book that is asked about. */
export type AskedRecord = Pick<BookSelection, 'key' | 'title' | 'searchTerm'>;

/** Finds the record of a lookup that somebody once chose: by its exact id alone, never by a similar title. */
@Injectable()
export class RecoveredBooksService {
  private readonly known: TtlCache<string, readonly string[]>;

  constructor(
    private readonly managers: BookManagersService,
    private readonly clock: Clock,
    meter: Meter,
  ) {
    const options = { clock, ttlMs: REMEMBERED_MS, maxEntries: 500 };
    this.known = new TtlCache({ ...options, meter: meter.cache('requests.recovered_books') });
  }

  /**
   * What else identifies the book, as `identityKeys` says it; nothing when the manager can't be asked or doesn't know its
   * id. Never throws. Source: doc 2 section 4, book-status.
   */
  async keysOf(instanceId: string, book: AskedRecord): Promise<readonly string[]> {
    const found = this.known.fetch(`${instanceId} ${book.key}`, () => this.lookUp(instanceId, book));
    const inTime = await within(
      this.clock,
      PATIENCE_MS,
      found.catch(() => NOTHING),
    );
    return inTime === TOO_LATE ? NOTHING : inTime;
  }

  private async lookUp(instanceId: string, book: AskedRecord): Promise<readonly string[]> {
    const manager = await this.managers.connect(instanceId);
    for (const term of lookupTerms(book))
      for (const format of ['ebook', 'audiobook'] as const) {
        const hit = exactHit((await manager.lookupBooks(term, format)).rows, book.key, format);
        if (hit) return identityKeys({ ...hit, foreignEditionId: null });
      }
    return NOTHING;
  }
}

const NOTHING: readonly string[] = [];
