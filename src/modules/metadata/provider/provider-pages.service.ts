import { Injectable } from '@nestjs/common';
import type { PassedOn } from '../../../clients/http/json-answer.js';
import type { TmdbClient, TmdbFilters } from '../../../clients/tmdb/tmdb.client.js';
import { keptBytesOf } from '../../../core/cache/byte-pool.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from './metadata-provider.service.js';

/** Source: doc 4 §3.1. */
const TTL_MS = 5 * 60_000;
const MAX_PAGES = 1_000;

/**
 * Reads the provider's lists and searches page by page, verbatim. Each page is cached for 5 minutes, and simultaneous
 * callers share one call. All lists share one bound.
 */
@Injectable()
export class ProviderPagesService {
  private readonly pages: TtlCache<string, RawJson>;

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.pages = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_PAGES,
      pool: memory,
      sizeOf: ({ text }, key) => keptBytesOf(text, key),
      meter: meter.cache('metadata.pages'),
    });
    provider.onKeyChanged(() => this.pages.clear());
  }

  /**
   * One page.
   *
   * @param key identifies the list, the page and everything else that the answer depends on
   * @throws AppError as {@link MetadataProviderService.ask}; failures are not cached
   */
  page(key: string, call: (client: TmdbClient) => Promise<PassedOn<unknown>>): Promise<RawJson> {
    return this.pages.fetch(key, async () => new RawJson((await this.provider.ask(call)).text));
  }
}

/** The cache key of a page of a browse; the order of the filters doesn't matter. */
export function browseKey(what: 'films' | 'series', filters: TmdbFilters, page: number): string {
  const named = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return `browse ${what} ${page} ${JSON.stringify(named)}`;
}
