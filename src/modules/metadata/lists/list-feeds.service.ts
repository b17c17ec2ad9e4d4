import { Injectable } from '@nestjs/common';
import type { PassedOn } from '../../../clients/http/json-answer.js';
import type { TraktClient, TraktKind } from '../../../clients/trakt/trakt.client.js';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { type ReadTx, Database } from '../../../core/database/database.js';
import { AppError, lineFull } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { ProviderKeyChanged, SecretSettingsRepository } from '../../settings/settings.public.js';
import type { Settings } from '../../../core/config/settings.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { TitleKind } from '../provider/title-summary.js';
import { ProviderKey } from '../keys/provider-key.service.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { CallAllowance } from './call-allowance.js';
import { listKeyRefused, listKeyUnjudged, listsFailed, listsNotConfigured, listsResting } from '../metadata.errors.js';

const TTL_MS = 10 * 60_000;
const MAX_PAGES = 1_000;

/** Entries of a page. */
const A_PAGE = 20;
const ITEMS_A_PAGE = 100;
const FEATURED = 40;

const KINDS: Readonly<Record<TitleKind, TraktKind>> = { movie: 'movies', tv: 'shows' };

interface TrendingTitles {
  /** The number of entries of the page, including titles that the metadata provider doesn't know; 0 past the end. */
  readonly entries: number;
  /** The metadata provider's ids, in the order of the page. */
  readonly tmdbIds: readonly number[];
}

/** The client id at the list provider, a stored one or LISTPROV_CLIENT_ID. */
@Injectable()
export class ListKeyService extends ProviderKey {
  constructor(
    secrets: SecretSettingsRepository,
    clients: ProviderClientsService,
    ports: PortRegistry,
    @InjectSettings() { listprovClientId }: Settings,
  ) {
    super(secrets, ports, {
      name: 'listprov_client_id',
      provider: 'listprov',
      title: 'Connect Trakt',
      description:
        'What is trending, what people wait for and the lists that they make come from Trakt. It needs a client id.',
      optional: true,
      fromEnvironment: listprovClientId,
      validate: (candidate) => clients.lists(candidate).validateKey(),
      refused: listKeyRefused,
      unjudged: listKeyUnjudged,
    });
  }
}

/** The state of one client id; the provider counts the calls of each separately. */
interface Line {
  readonly key: Secret;
  readonly client: TraktClient;
  readonly allowance: CallAllowance;
}

/**
 * Reads the list provider's feeds verbatim: each body is a bare array. What a caller may see is judged after the cache. Every feed throws
 * AppError as {@link ask}; failures are not cached.
 */
@Injectable()
export class ListFeedsService {
  private readonly pages: TtlCache<string, RawJson>;
  private readonly rows: TtlCache<string, TrendingTitles>;
  private kept: Line | null = null;

  constructor(
    private readonly database: Database,
    private readonly key: ListKeyService,
    private readonly clients: ProviderClientsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    memory: ProviderMemory,
    meter: Meter,
    events: EventBus,
  ) {
    const bounds = { clock, ttlMs: TTL_MS, maxEntries: MAX_PAGES, pool: memory };
    this.pages = new TtlCache({
      ...bounds,
      sizeOf: ({ text }, key) => keptBytesOf(text, key),
      meter: meter.cache('lists.pages'),
    });
    this.rows = new TtlCache({ ...bounds, sizeOf: rowBytes, meter: meter.cache('lists.trending-titles') });
    events.on(ProviderKeyChanged, ({ name }) => {
      if (name !== key.name) return;
      this.pages.clear();
      this.rows.clear();
    });
  }

  isConfigured(tx: ReadTx): Promise<boolean> {
    return this.key.isThere(tx);
  }

  /** The headline row: a page of the 40 titles that most people watch now. @param page from 1 on */
  trendingTitles(kind: TitleKind, page: number, share: Share): Promise<TrendingTitles> {
    return this.rows.fetch(`${kind} ${page}`, async () => {
      const parsed = await this.ask(share, (client) => client.trendingTitles(KINDS[kind], { page, limit: FEATURED }));
      const ids = parsed.map((row) => (kind === 'movie' ? row.movie : row.show)?.ids.tmdb);
      return { entries: parsed.length, tmdbIds: ids.filter((id) => typeof id === 'number') };
    });
  }

  /** `[{watchers, movie or show}]`, 20 of them. */
  trending(kind: TitleKind, page: number, share: Share): Promise<RawJson> {
    return this.page(share, `trending ${kind} ${page}`, (client) =>
      client.trending(KINDS[kind], { page, limit: A_PAGE }),
    );
  }

  /** `[movie or show]`, 20 of them. */
  popular(kind: TitleKind, page: number, share: Share): Promise<RawJson> {
    return this.page(share, `popular ${kind} ${page}`, (client) =>
      client.popular(KINDS[kind], { page, limit: A_PAGE }),
    );
  }

  /** `[{list_count, movie or show}]`, 20 of them. */
  mostAnticipated(kind: TitleKind, page: number, share: Share): Promise<RawJson> {
    return this.page(share, `anticipated ${kind} ${page}`, (client) =>
      client.anticipated(KINDS[kind], { page, limit: A_PAGE }),
    );
  }

  /** `[{like_count, comment_count, list}]`, 20 of them. */
  popularLists(page: number, share: Share): Promise<RawJson> {
    return this.page(share, `lists ${page}`, (client) => client.popularLists({ page, limit: A_PAGE }));
  }

  /**
   * Films and series in somebody's list; null when the provider affirms that it has no such public list.
   * @param user and slug: each one segment of letters, digits, dashes, underscores and dots
   */
  async listItems(user: string, slug: string, page: number, share: Share): Promise<RawJson | null> {
    try {
      return await this.page(share, `items ${user} ${slug} ${page}`, (client) =>
        client.listItems(user, slug, { page, limit: ITEMS_A_PAGE }),
      );
    } catch (fault) {
      if (isAbsence(fault)) return null;
      throw fault;
    }
  }

  /** The releases of so many days, including today (UTC): `[{released, movie}]` or `[{first_aired, episode, show}]`. */
  calendar(kind: TitleKind, days: number, share: Share): Promise<RawJson> {
    const today = new Date(this.clock.now()).toISOString().slice(0, 'YYYY-MM-DD'.length);
    return this.page(share, `calendar ${kind} ${today} ${days}`, (client) => client.calendar(KINDS[kind], today, days));
  }

  /** `[movie or show]`; currently always 502, because the provider requires a user's token. */
  recommendations(kind: TitleKind, share: Share): Promise<RawJson> {
    return this.page(share, `recommendations ${kind}`, (client) => client.recommendations(KINDS[kind], A_PAGE));
  }

  /** @param key identifies the feed and everything else that the answer depends on; no part of it contains a blank */
  private page(share: Share, key: string, call: (client: TraktClient) => Promise<PassedOn<unknown>>): Promise<RawJson> {
    return this.pages.fetch(key, async () => new RawJson((await this.ask(share, call)).text));
  }

  /**
   * @throws AppError 503 without a client id, 502 while the provider has asked for a pause, both without a call; 502 when the provider
   * fails, which is logged; 503 with Retry-After when too many calls were made, by everybody or by this share
   */
  private async ask<T>(share: Share, call: (client: TraktClient) => Promise<T>): Promise<T> {
    const line = await this.line();
    if (!line) throw listsNotConfigured();
    const { allowance } = line;
    if (!allowance.take(share)) throw allowance.isResting ? listsResting() : lineFull(allowance.roomInMs(share));
    try {
      return await call(line.client);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { operation, kind, status, reason } = fault;
      if (kind === 'rate_limited') line.allowance.rest(fault.retryAfterMs);
      this.log.warn('list provider failed', { operation, kind, status, reason });
      throw listsFailed(fault);
    }
  }

  private async line(): Promise<Line | null> {
    const key = await this.database.read((tx) => this.key.current(tx));
    if (!key) return null;
    if (!this.kept?.key.equals(key))
      this.kept = { key, client: this.clients.lists(key), allowance: new CallAllowance(this.clock) };
    return this.kept;
  }
}

function isAbsence(fault: unknown): boolean {
  return fault instanceof AppError && fault.cause instanceof UpstreamError && fault.cause.kind === 'not_found';
}

const NUMBER_BYTES = 8;
const rowBytes = ({ tmdbIds }: TrendingTitles): number => (tmdbIds.length + 1) * NUMBER_BYTES;
