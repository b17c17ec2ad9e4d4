import { Injectable } from '@nestjs/common';
import type { TmdbClient, TmdbFilters } from '../../../clients/tmdb/tmdb.client.js';
import { Database } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { MetadataKeyService, METADATA_KEY } from '../keys/provider-key.service.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { ProviderKeyChanged } from '../../settings/settings.public.js';
import { metadataFailed, metadataNotConfigured } from '../metadata.errors.js';
import type { PassedOn } from '../../../clients/http/json-answer.js';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';

const PAGE_TTL_MS = 5 * 60_000;
const MAX_PAGES = 1_000;

export abstract class MetadataConnection {
  abstract current(): Promise<TmdbClient | null>;
}

interface KeyedClient {
  readonly key: Secret;
  readonly client: TmdbClient;
}

/** The key is read for each call, so that a changed or removed one takes effect at once; the client is kept while its key is the same. */
@Injectable()
export class MetadataConnectionService extends MetadataConnection {
  private kept: KeyedClient | null = null;

  constructor(
    private readonly database: Database,
    private readonly key: MetadataKeyService,
    private readonly clients: ProviderClientsService,
  ) {
    super();
  }

  async current(): Promise<TmdbClient | null> {
    const key = await this.database.read((tx) => this.key.current(tx));
    if (!key) return null;
    if (!this.kept?.key.equals(key)) this.kept = { key, client: this.clients.metadata(key) };
    return this.kept.client;
  }
}

@Injectable()
export class MetadataProviderService {
  /** All lists share one bound. */
  private readonly pages: TtlCache<string, RawJson>;

  constructor(
    private readonly connection: MetadataConnection,
    @InjectLog() private readonly log: Log,
    private readonly events: EventBus,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.pages = new TtlCache({
      clock,
      ttlMs: PAGE_TTL_MS,
      maxEntries: MAX_PAGES,
      pool: memory,
      sizeOf: ({ text }, key) => keptBytesOf(text, key),
      meter: meter.cache('metadata.pages'),
    });
    this.onKeyChanged(() => this.pages.clear());
  }

  /** Registers a callback that clears a cache when the key changes or is removed: without a key there are no answers. */
  onKeyChanged(drop: () => void): void {
    this.events.on(ProviderKeyChanged, ({ name }) => {
      if (name === METADATA_KEY) drop();
    });
  }

  /** @throws AppError 503 without a key, without a call; 502 when the provider fails, which is logged */
  async ask<T>(call: (client: TmdbClient) => Promise<T>): Promise<T> {
    const client = await this.connection.current();
    if (!client) throw metadataNotConfigured();
    try {
      return await call(client);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { operation, kind, status, reason } = fault;
      this.log.warn('metadata provider failed', { operation, kind, status, reason });
      throw metadataFailed(fault);
    }
  }

  /**
   * One page of a list or search, verbatim, shared by callers at the same time. @throws AppError as {@link ask}; failures are not cached
   * @param key identifies the list, the page and everything else that the answer depends on
   */
  page(key: string, call: (client: TmdbClient) => Promise<PassedOn<unknown>>): Promise<RawJson> {
    return this.pages.fetch(key, async () => new RawJson((await this.ask(call)).text));
  }
}

/** The cache key of a page of a browse; the order of the filters doesn't matter. */
export function browseKey(what: 'films' | 'series', filters: TmdbFilters, page: number): string {
  const named = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return `browse ${what} ${page} ${JSON.stringify(named)}`;
}
