import { Injectable } from '@nestjs/common';
import type { PassedOn } from '../../../clients/http/json-answer.js';
import type { TmdbClient, TmdbRelation } from '../../../clients/tmdb/tmdb.client.js';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { RawJson, RawJsonList } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import type { TitleKind } from '../provider/title-summary.js';
import { ProviderDetails } from '../provider/provider-details.js';

const MINUTE_MS = 60_000;
const LIST_TTL_MS = 24 * 60 * MINUTE_MS;
/** Two kinds in each country, and a few other lists. */
const MAX_LISTS = 600;
const RELATED_TTL_MS = 30 * MINUTE_MS;

type RelatedKey = `${TitleKind}/${number}/${TmdbRelation}/${number}`;

/**
 * Reads people, collections, related titles and reference lists verbatim; callers at the same time share one call. Every method throws
 * AppError as {@link MetadataProviderService.ask}; failures are not cached.
 */
@Injectable()
export class CatalogMetadataService {
  private readonly lists: TtlCache<string, RawJson>;
  private readonly people: ProviderDetails<number, unknown, null>;
  private readonly parts: ProviderDetails<number, unknown, null>;
  private readonly collections: ProviderDetails<number, unknown, null>;
  private readonly related: ProviderDetails<RelatedKey, unknown, null>;

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.lists = new TtlCache({
      clock,
      ttlMs: LIST_TTL_MS,
      maxEntries: MAX_LISTS,
      pool: memory,
      sizeOf: ({ text }) => keptBytesOf(text),
      meter: meter.cache('metadata.reference-lists'),
    });
    provider.onKeyChanged(() => this.lists.clear());
    const shared = { provider, memory, clock, meter, summarise: () => null };
    this.people = new ProviderDetails<number, unknown, null>({
      ...shared,
      plural: 'people',
      lookUp: (client, id) => client.person(id),
    });
    this.parts = new ProviderDetails<number, unknown, null>({
      ...shared,
      plural: 'credits',
      lookUp: (client, id) => client.personCredits(id),
    });
    this.collections = new ProviderDetails<number, unknown, null>({
      ...shared,
      plural: 'collections',
      lookUp: (client, id) => client.collection(id),
    });
    this.related = new ProviderDetails<RelatedKey, unknown, null>({
      ...shared,
      plural: 'related-titles',
      ttlMs: RELATED_TTL_MS,
      lookUp: (client, key) => {
        const [kind, id, relation, page] = key.split('/') as [TitleKind, string, TmdbRelation, string];
        return client.relatedTitles(kind, Number(id), relation, Number(page));
      },
    });
  }

  person(id: number): Promise<RawJson | null> {
    return this.people.json(id);
  }

  credits(id: number): Promise<RawJson | null> {
    return this.parts.json(id);
  }

  /** Films that belong together, with what is said of all of them; null when the provider affirms its absence. */
  collection(id: number): Promise<RawJson | null> {
    return this.collections.json(id);
  }

  /** Titles of the same kind that are recommended for this one, or similar to it; null when the provider affirms its absence. */
  relatedTitles(kind: TitleKind, tmdbId: number, relation: TmdbRelation, page: number): Promise<RawJson | null> {
    return this.related.json(`${kind}/${tmdbId}/${relation}/${page}`);
  }

  genres(kind: TitleKind): Promise<RawJson> {
    return this.list(`genres ${kind}`, (client) => client.genres(kind));
  }

  /** @param region ISO 3166-1 alpha-2, upper case */
  watchProviders(kind: TitleKind, region: string): Promise<RawJson> {
    return this.list(`watch providers ${kind} ${region}`, (client) => client.watchProviders(kind, region));
  }

  watchRegions(): Promise<RawJson> {
    return this.list('watch regions', (client) => client.watchRegions());
  }

  async languages(): Promise<RawJsonList> {
    return new RawJsonList((await this.list('languages', (client) => client.languages())).text);
  }

  private list(key: string, call: (client: TmdbClient) => Promise<PassedOn<unknown>>): Promise<RawJson> {
    return this.lists.fetch(key, async () => new RawJson((await this.provider.ask(call)).text));
  }
}
