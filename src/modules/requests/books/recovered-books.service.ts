import { Injectable } from '@nestjs/common';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { identityKeys } from '../../library/library.public.js';
import { exactHit, lookupTerms, type SoughtBook } from './book-selection.js';

const PATIENCE_MS = 2_000;

const REMEMBERED_MS = 60_000;

const DEADLINE_MS = 10_000;

const LEFT_ALONE_MS = 10_000;

/** So many books are looked up at once at one manager, and so many wait for their turn. */
const AT_ONCE = 2;
const MOST_WAITING = 50;

/** Finds the record of a lookup that somebody once chose: by its exact id alone, never by a similar title. */
@Injectable()
export class RecoveredBooksService {
  private readonly known: TtlCache<string, readonly string[]>;
  private readonly failed: TtlCache<string, true>;
  private readonly lines = new Map<string, FewAtATime>();

  constructor(
    private readonly clients: InstanceClientsService,
    private readonly clock: Clock,
    meter: Meter,
  ) {
    const options = { clock, maxEntries: 500 };
    const meters = {
      known: meter.cache('requests.recovered_books'),
      failed: meter.cache('requests.unrecovered_books'),
    };
    this.known = new TtlCache({ ...options, ttlMs: REMEMBERED_MS, meter: meters.known });
    this.failed = new TtlCache({ ...options, ttlMs: LEFT_ALONE_MS, meter: meters.failed });
  }

  /** Nothing when the manager can't be asked or doesn't know its id. Never throws. @param share in whose name it waits for its turn */
  async keysOf(instanceId: string, book: SoughtBook, share: Share): Promise<readonly string[]> {
    const asked = JSON.stringify([instanceId, book.key, book.title, book.searchTerm]);
    if (this.failed.get(asked)) return NOTHING;
    const found = this.known.fetch(asked, () =>
      this.lineOf(instanceId).run(() => this.lookUp(instanceId, book), share),
    );
    const kept = found.catch(() => {
      this.failed.set(asked, true);
      return NOTHING;
    });
    const inTime = await within(this.clock, PATIENCE_MS, kept);
    return inTime === TOO_LATE ? NOTHING : inTime;
  }

  private async lookUp(instanceId: string, book: SoughtBook): Promise<readonly string[]> {
    const late = new AbortController();
    const deadline = this.clock.setTimer(DEADLINE_MS, () => late.abort());
    try {
      const manager = await this.clients.connect('book_manager', instanceId);
      for (const term of lookupTerms(book))
        for (const format of ['ebook', 'audiobook'] as const) {
          const hit = exactHit((await manager.lookupBooks(term, format, late.signal)).rows, book.key, format);
          if (hit) return identityKeys({ ...hit, foreignEditionId: null });
        }
      return NOTHING;
    } finally {
      deadline.cancel();
    }
  }

  private lineOf(instanceId: string): FewAtATime {
    const line = this.lines.get(instanceId) ?? new FewAtATime(AT_ONCE, MOST_WAITING);
    this.lines.set(instanceId, line);
    return line;
  }
}

const NOTHING: readonly string[] = [];
