import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import { LibraryLookupsService, type Finding } from '../catalog/library-lookups.service.js';
import { SeriesFactsService } from '../catalog/series-facts.service.js';
import type { TvdbCacheRow } from '../catalog/tvdb-cache-row.entity.js';
import { seriesNotFound } from '../series-matching.errors.js';
import { defaultMatch, unresolvedMatch } from './stored-match.js';
import { TvMatchesRepository } from './tv-matches.repository.js';
import type { TvMatch } from './tv-match.js';

/**
 * Finds a match by asking outside systems in order: the metadata provider's id, the library manager's own metadata, the
 * only series with this title. A finding is stored; a failure is not. Source: doc 4 section 1.14, orders 3 and 4; the
 * list provider of order 3 is added by the issue that connects it.
 */
@Injectable()
export class TvMatchResolverService {
  private readonly flights = new SingleFlight<string, TvMatch>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly facts: SeriesFactsService,
    private readonly lookups: LibraryLookupsService,
    private readonly stored: TvMatchesRepository,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The match without a correction. Simultaneous callers share the answer.
   *
   * @param instanceId the library whose manager is asked when the provider names no id; null when there is none
   * @throws AppError 404, 502 or 503 as `TvMatchesService.match`
   */
  find(tmdbId: number, instanceId: string | null): Promise<TvMatch> {
    return this.flights.run(`${tmdbId} ${instanceId ?? ''}`, async () => {
      const series = await this.facts.find(tmdbId);
      if (!series) throw seriesNotFound();
      const finding = await this.askInOrder(series, instanceId);
      if ('problem' in finding) return unresolvedMatch(tmdbId, finding.problem, series.title);
      await this.remember({ tmdbId, ...finding, cachedAt: this.clock.now() });
      return defaultMatch(tmdbId, finding.tvdbId, finding.source, { title: series.title });
    });
  }

  /**
   * Passes once the metadata provider has answered about this series. {@link find} then waits for the library's manager
   * alone.
   *
   * @throws AppError 404, 502 or 503 as `TvMatchesService.match`
   */
  async hearProvider(tmdbId: number): Promise<void> {
    if (!(await this.facts.find(tmdbId))) throw seriesNotFound();
  }

  private async askInOrder(series: SeriesSummary, instanceId: string | null): Promise<Finding> {
    if (series.tvdbId !== null) return { tvdbId: series.tvdbId, source: 'metadata' };
    return instanceId === null ? { problem: 'tv_target_missing' } : this.lookups.find(series, instanceId);
  }

  /** Stores a finding. A failure to store it only costs another lookup later. */
  private async remember(finding: TvdbCacheRow): Promise<void> {
    try {
      await this.database.write((tx) => this.stored.remember(tx, finding));
    } catch (fault) {
      if (!(fault instanceof StorageError)) throw fault;
      this.log.warn('the match of a series could not be stored', { tmdb_id: finding.tmdbId, error: fault });
    }
  }
}
