import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import {
  type HeadlinePage,
  type TitleKind,
  HeadlinesService,
  ListFeedsService,
} from '../../metadata/metadata.public.js';
import { ProviderKeyChanged } from '../../settings/settings.public.js';
import { type FeaturedSource, type RowDecision, sourceInUse } from '../preferences/discovery-choices.js';
import { HeadlineRow } from './headline-row.js';
import { Database } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { DiscoveryPreferencesService } from '../preferences/discovery-preferences.service.js';

const TTL_MS = 5 * 60_000;
/** Two kinds, three sources, with and without other languages, 500 pages each would be 6,000; few look beyond the first. */
const MAX_PAGES = 200;

export interface FeaturedPage extends HeadlinePage {
  readonly source: FeaturedSource;
  readonly page: number;
}

/** Pages are kept for 5 minutes, the same for everyone, and simultaneous callers share one fill. A changed choice or key counts at once. */
@Injectable()
export class FeaturedRowService {
  private readonly row: HeadlineRow;
  private readonly choice: CachedReading<RowDecision>;
  private readonly pages: TtlCache<string, FeaturedPage>;

  constructor(
    database: Database,
    preferences: DiscoveryPreferencesService,
    headlines: HeadlinesService,
    list: ListFeedsService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
    events: EventBus,
  ) {
    this.row = new HeadlineRow(headlines, list, clock);
    this.choice = new CachedReading(database, () =>
      database.read(async (tx) => {
        const { source, englishOnly } = await preferences.in(tx);
        return { source: sourceInUse(source, await list.isConfigured(tx)), englishOnly };
      }),
    );
    this.pages = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_PAGES,
      pool: memory,
      sizeOf: (page) => keptBytesOf(JSON.stringify(page)),
      meter: meter.cache('discovery.featured'),
    });
    events.on(ProviderKeyChanged, () => this.pages.clear());
  }

  /**
   * @param share in whose name the list provider is asked
   * @throws AppError or StorageError 503 when the choice can't be read; AppError as {@link HeadlineRow.read}. Failures are not kept
   */
  async page(kind: TitleKind, page: number, share: Share): Promise<FeaturedPage> {
    const { source, englishOnly } = await this.choice.get();
    return this.pages.fetch(`${kind} ${source} ${englishOnly} ${page}`, async () => ({
      ...(await this.row.read({ kind, source, englishOnly, page, share })),
      source,
      page,
    }));
  }
}
