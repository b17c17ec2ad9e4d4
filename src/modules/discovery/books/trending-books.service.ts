import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import {
  BookCatalogService,
  BookcatalogConnectionChanged,
  type TrendingBook,
} from '../../bookcatalog/bookcatalog.public.js';
import { InstanceRemoved } from '../../instances/instances.public.js';

const TTL_MS = 30 * 60_000;
const MAX_INSTANCES = 200;

type Kept = readonly TrendingBook[] | null;

/**
 * Kept for 30 minutes; the connection is read, and a token renewed, only when they aren't there. A change of it drops them, and
 * a fetch under way then is not kept.
 */
@Injectable()
export class TrendingBooksService implements OnModuleInit {
  private readonly kept: TtlCache<string, Kept>;

  constructor(
    private readonly catalog: BookCatalogService,
    private readonly events: EventBus,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.kept = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_INSTANCES,
      pool: memory,
      sizeOf: (books) => keptBytesOf(JSON.stringify(books)),
      meter: meter.cache('books.trending'),
    });
  }

  onModuleInit(): void {
    this.events.on(BookcatalogConnectionChanged, ({ instanceId }) => this.kept.delete(instanceId));
    this.events.on(InstanceRemoved, ({ instanceId }) => this.kept.delete(instanceId));
  }

  /** @returns null while the instance isn't connected. @throws as {@link BookCatalogService.trending}; failures are not kept */
  of(instanceId: string, share: Share): Promise<Kept> {
    return this.kept.fetch(instanceId, () => this.catalog.trending(instanceId, share));
  }
}
