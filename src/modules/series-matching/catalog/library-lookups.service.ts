import { Injectable } from '@nestjs/common';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceChanged, InstanceRemoved, libraryUnreadable } from '../../instances/instances.public.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import { canonicalTitle } from './canonical-title.js';
import { judgeByMetadata, judgeByTitle, type CandidateVerdict } from './judge-candidates.js';
import { TvCatalogService, type TvTargetsFound } from './tv-catalog.service.js';
import type { TvdbSource } from './tvdb-cache-row.entity.js';

/** The result of the lookups: the target with its source, or why there is none. */
export type Finding =
  | { readonly tvdbId: number; readonly source: TvdbSource }
  | { readonly problem: 'tv_match_ambiguous' | 'tv_target_missing' };

/** How long it is remembered that a manager knows no such series, in milliseconds. */
const MISS_MS = 60_000;
const MOST_MISSES = 1_000;
/** How long it is remembered whether a manager knows an id, in milliseconds. */
const GONE_MS = 600_000;

/**
 * Finds a series by a library manager's lookups. A failure is remembered for a minute, so that reading a series without
 * a match doesn't cost three lookups each time, and for ten whether a manager knows an id; a changed instance
 * clears both. A changed match clears nothing: what managers know doesn't depend on it.
 */
@Injectable()
export class LibraryLookupsService {
  private readonly misses: TtlCache<string, Finding>;
  private readonly gone: TtlCache<string, boolean>;

  constructor(
    private readonly catalog: TvCatalogService,
    clock: Clock,
    events: EventBus,
    meter: Meter,
  ) {
    const cacheMeter = meter.cache('requests.lookups-in-vain');
    this.misses = new TtlCache({ clock, ttlMs: MISS_MS, maxEntries: MOST_MISSES, meter: cacheMeter });
    const goneMeter = meter.cache('requests.ids-of-lookups');
    this.gone = new TtlCache({ clock, ttlMs: GONE_MS, maxEntries: MOST_MISSES, meter: goneMeter });
    // These events are rare, so everything is cleared.
    const forget = (): void => {
      this.misses.clear();
      this.gone.clear();
    };
    events.on(InstanceChanged, forget);
    events.on(InstanceRemoved, forget);
  }

  /**
   * Looks up the series' id first, then its titles. Not inside a transaction.
   *
   * @throws AppError and UpstreamError as {@link TvCatalogService}; such faults are not remembered
   */
  async find(series: SeriesSummary, instanceId: string): Promise<Finding> {
    const key = `${series.tmdbId} ${instanceId}`;
    const finding = await this.misses.fetch(key, () => this.ask(series, instanceId));
    if (!('problem' in finding)) this.misses.delete(key);
    return finding;
  }

  /**
   * As {@link TvCatalogService.isGone}, of the last ten minutes. Not inside a transaction.
   *
   * @throws AppError and UpstreamError as {@link TvCatalogService}; such faults are not remembered
   */
  isGone(tvdbId: number, instanceId: string): Promise<boolean> {
    return this.gone.fetch(`${tvdbId} ${instanceId}`, () => this.catalog.isGone(instanceId, tvdbId));
  }

  /** Has {@link isGone} said so within the last ten minutes? Nothing is asked. */
  wasGone(tvdbId: number, instanceId: string): boolean {
    return this.gone.get(`${tvdbId} ${instanceId}`) === true;
  }

  private async ask(series: SeriesSummary, instanceId: string): Promise<Finding> {
    const known = await this.catalog.searchByTmdbId(instanceId, series.tmdbId);
    const byMetadata = findingOf(judgeByMetadata(series, known.targets), 'metadata');
    if (byMetadata) return byMetadata;
    const hits = await this.searchByTitles(series, instanceId);
    const byHits = findingOf(judgeByMetadata(series, hits.targets), 'metadata');
    if (byHits) return byHits;
    const byTitle = judgeByTitle(series, hits.targets);
    // A row that can't be read may be the one with our id, or another one of this title. Source: issue 43 C14
    if (byTitle.verdict !== 'ambiguous' && !(known.isWhole && hits.isWhole)) throw libraryUnreadable();
    return findingOf(byTitle, 'title') ?? { problem: 'tv_target_missing' };
  }

  private async searchByTitles(series: SeriesSummary, instanceId: string): Promise<TvTargetsFound> {
    const titles = new Map([series.originalTitle, series.title].map((title) => [canonicalTitle(title), title]));
    titles.delete('');
    const found: TvTargetsFound[] = [];
    for (const title of titles.values()) found.push(await this.catalog.search(instanceId, title));
    return { targets: found.flatMap(({ targets }) => targets), isWhole: found.every(({ isWhole }) => isWhole) };
  }
}

/** Null when the next source has to be asked. */
function findingOf(verdict: CandidateVerdict, source: TvdbSource): Finding | null {
  switch (verdict.verdict) {
    case 'found':
      return { tvdbId: verdict.tvdbId, source };
    case 'ambiguous':
      return { problem: 'tv_match_ambiguous' };
    case 'none':
      return null;
  }
}
