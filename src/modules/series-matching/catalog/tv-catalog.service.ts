import { Injectable } from '@nestjs/common';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import type { SonarrLookup, SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError, isUnreadableAnswer } from '../../../core/errors/upstream-error.js';
import {
  InstanceDirectoryService,
  libraryUnreadable,
  InstanceClientsService,
  InstanceChanged,
  InstanceRemoved,
} from '../../instances/instances.public.js';
import {
  type TvCandidate,
  canonicalTitle,
  judgeByMetadata,
  judgeByTitle,
  type CandidateVerdict,
} from './judge-candidates.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import type { TvdbSource } from '../rows.js';

/** A series as a library manager knows it, whether in its library or not. */
export interface TvTarget extends TvCandidate {
  /** The numbers of its seasons in order, without specials. */
  readonly seasons: readonly number[];
  /** The manager's own id; null when it isn't in the library. */
  readonly seriesId: number | null;
}

export interface TvTargetsFound {
  /** Best first. */
  readonly targets: readonly TvTarget[];
  /** Could every row be read? Otherwise one that is meant may be missing. */
  readonly isWhole: boolean;
}

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
 * Reads series from the library managers. Not inside a transaction.
 * Every method throws AppError 503 when the manager can't be read, UpstreamError (502) when its answer is malformed, and InstanceMissing
 * 404.
 * That lookups found nothing is remembered for a minute, so that reading a series without a match doesn't cost three of them each time.
 */
@Injectable()
export class TvCatalogService {
  private readonly misses: TtlCache<string, Finding>;
  private readonly gone: TtlCache<string, boolean>;

  constructor(
    private readonly clients: InstanceClientsService,
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
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

  /** The series with this TVDB id: the library's record, else the result of a lookup; null when there is neither. */
  series(instanceId: string, tvdbId: number): Promise<TvTarget | null> {
    return this.ask(instanceId, async (manager) => {
      const held = await manager.seriesByTvdbId(tvdbId);
      if (held)
        return targetOf(
          held,
          held.id,
          held.seasons.map((season) => season.seasonNumber),
        );
      const known = await manager.lookupByTvdbId(tvdbId);
      return known && lookupTarget(known);
    });
  }

  search(instanceId: string, words: string): Promise<TvTargetsFound> {
    return this.ask(instanceId, async (manager) => targetsOf(await manager.lookup(words)));
  }

  /** By id first, then by titles. Faults are not remembered. */
  async find(series: SeriesSummary, instanceId: string): Promise<Finding> {
    const key = `${series.tmdbId} ${instanceId}`;
    const finding = await this.misses.fetch(key, () => this.findAnew(series, instanceId));
    if (!('problem' in finding)) this.misses.delete(key);
    return finding;
  }

  /**
   * Does the manager affirm to have no series with this TVDB id, and does no library hold one by it? A library may hold a series whose id
   * is gone since: its record then is what the id means. The answer is of the last ten minutes.
   */
  isGone(tvdbId: number, instanceId: string): Promise<boolean> {
    return this.gone.fetch(`${tvdbId} ${instanceId}`, () => this.askIfGone(instanceId, tvdbId));
  }

  /** Has {@link isGone} said so within the last ten minutes? Nothing is asked. */
  wasGone(tvdbId: number, instanceId: string): boolean {
    return this.gone.get(`${tvdbId} ${instanceId}`) === true;
  }

  private async findAnew(series: SeriesSummary, instanceId: string): Promise<Finding> {
    const known = await this.search(instanceId, `tmdb:${series.tmdbId}`);
    const byMetadata = findingOf(judgeByMetadata(series, known.targets), 'metadata');
    if (byMetadata) return byMetadata;
    const hits = await this.searchByTitles(series, instanceId);
    const byHits = findingOf(judgeByMetadata(series, hits.targets), 'metadata');
    if (byHits) return byHits;
    const byTitle = judgeByTitle(series, hits.targets);
    // A row that can't be read may be the one with our id, or another one of this title.
    if (byTitle.verdict !== 'ambiguous' && !(known.isWhole && hits.isWhole)) throw libraryUnreadable();
    return findingOf(byTitle, 'title') ?? { problem: 'tv_target_missing' };
  }

  private async searchByTitles(series: SeriesSummary, instanceId: string): Promise<TvTargetsFound> {
    const titles = new Map([series.originalTitle, series.title].map((title) => [canonicalTitle(title), title]));
    titles.delete('');
    const found: TvTargetsFound[] = [];
    for (const title of titles.values()) found.push(await this.search(instanceId, title));
    return { targets: found.flatMap(({ targets }) => targets), isWhole: found.every(({ isWhole }) => isWhole) };
  }

  private async askIfGone(instanceId: string, tvdbId: number): Promise<boolean> {
    if (await this.ask(instanceId, (manager) => manager.lookupByTvdbId(tvdbId))) return false;
    const libraries = await this.database.read((tx) => this.directory.ofKind(tx, 'tv_manager'));
    const records = libraries.map(({ id }) => this.ask(id, (manager) => manager.seriesByTvdbId(tvdbId)));
    return (await Promise.all(records)).every((record) => record === null);
  }

  private async ask<T>(instanceId: string, question: (manager: SonarrClient) => Promise<T>): Promise<T> {
    const manager = await this.clients.connect('tv_manager', instanceId);
    try {
      return await question(manager);
    } catch (fault) {
      throw fault instanceof UpstreamError && !isUnreadableAnswer(fault) ? libraryUnreadable(fault) : fault;
    }
  }
}

const targetsOf = ({ rows, unreadable }: RowsRead<SonarrLookup>): TvTargetsFound => ({
  targets: rows.filter(({ tvdbId }) => tvdbId > 0).map(lookupTarget),
  isWhole: unreadable.length === 0,
});

const lookupTarget = (series: SonarrLookup): TvTarget => targetOf(series, series.libraryId, series.seasonNumbers);

function targetOf(
  { tvdbId, tmdbId, title, year }: SonarrSeries | SonarrLookup,
  seriesId: number | null,
  numbers: readonly number[],
): TvTarget {
  const seasons = numbers.filter((number) => number > 0).sort((one, other) => one - other);
  return { tvdbId, tmdbId, title, year, seasons, seriesId };
}

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
