import { Injectable } from '@nestjs/common';
import type { PassedOn } from '../../../clients/http/json-answer.js';
import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { keptBytesOf } from '../../../core/cache/byte-pool.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { RawJson, RawJsonList } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import type { TitleKind } from '../provider/title-summary.js';

/** Source: doc 4 §3.1. */
const TTL_MS = 24 * 60 * 60_000;
/** Two kinds in each country, and a few other lists. */
const MAX_LISTS = 600;

/**
 * Reads the provider's reference lists: genres, watch providers, languages. Verbatim, cached for a day, and shared.
 *
 * Every method throws AppError as {@link MetadataProviderService.ask}; failures are not cached.
 */
@Injectable()
export class ReferenceListsService {
  private readonly lists: TtlCache<string, RawJson>;

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.lists = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_LISTS,
      pool: memory,
      sizeOf: ({ text }) => keptBytesOf(text),
      meter: meter.cache('metadata.reference-lists'),
    });
    provider.onKeyChanged(() => this.lists.clear());
  }

  /** The genres of films or of series. */
  genres(kind: TitleKind): Promise<RawJson> {
    return this.list(`genres ${kind}`, (client) => client.genres(kind));
  }

  /** @param region ISO 3166-1 alpha-2, upper case */
  watchProviders(kind: TitleKind, region: string): Promise<RawJson> {
    return this.list(`watch providers ${kind} ${region}`, (client) => client.watchProviders(kind, region));
  }

  /** The regions with known watch providers. */
  watchRegions(): Promise<RawJson> {
    return this.list('watch regions', (client) => client.watchRegions());
  }

  /** The languages of titles. */
  async languages(): Promise<RawJsonList> {
    return new RawJsonList((await this.list('languages', (client) => client.languages())).text);
  }

  private list(key: string, call: (client: TmdbClient) => Promise<PassedOn<unknown>>): Promise<RawJson> {
    return this.lists.fetch(key, async () => new RawJson((await this.provider.ask(call)).text));
  }
}
