import { Injectable } from '@nestjs/common';
import type { TmdbRelation } from '../../../clients/tmdb/tmdb.client.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from './metadata-provider.service.js';
import { ProviderDetails } from './provider-details.js';
import type { TitleKind } from './title-summary.js';

/** Source: doc 4 §3.1. */
const TTL_MS = 30 * 60_000;

type Key = `${TitleKind}/${number}/${TmdbRelation}/${number}`;

/** Reads the titles related to a title: cached for half an hour, and shared. */
@Injectable()
export class RelatedTitlesService {
  private readonly related: ProviderDetails<Key, unknown, null>;

  constructor(provider: MetadataProviderService, memory: ProviderMemory, clock: Clock, meter: Meter) {
    this.related = new ProviderDetails<Key, unknown, null>({
      provider,
      memory,
      clock,
      meter,
      plural: 'related-titles',
      ttlMs: TTL_MS,
      lookUp: (client, key) => {
        const [kind, id, relation, page] = key.split('/') as [TitleKind, string, TmdbRelation, string];
        return client.related(kind, Number(id), relation, Number(page));
      },
      summarise: () => null,
    });
  }

  /**
   * A page of titles of the same kind that are recommended for this one, or similar to it; null when the provider
   * affirms that there is no such title.
   *
   * @throws AppError as {@link MetadataProviderService.ask}; failures are not cached
   */
  page(kind: TitleKind, tmdbId: number, relation: TmdbRelation, page: number): Promise<RawJson | null> {
    return this.related.json(`${kind}/${tmdbId}/${relation}/${page}`);
  }
}
