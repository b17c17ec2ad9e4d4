import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import { TvCatalogService, type Finding } from '../catalog/tv-catalog.service.js';
import { SeriesFactsService } from '../catalog/series-facts.service.js';
import type { TvdbCacheRow } from '../rows.js';
import { seriesNotFound } from '../series-matching.errors.js';
import { TvMatchChanged } from '../series-matching.events.js';
import { defaultMatch, unresolvedMatch } from './stored-match.js';
import { TvMatchesRepository } from './tv-matches.repository.js';
import { isDoubted, type TvMatch } from './tv-match.js';

type EarlierTarget = Pick<TvdbCacheRow, 'tvdbId'>;

/**
 * Asks in order: the metadata provider's id, the library manager's own metadata, the only series with this title. An id that the manager
 * was found not to know is passed over. A finding is stored, and publishes {@link TvMatchChanged} where it replaces another one; a failure
 * is not stored.
 */
@Injectable()
export class TvMatchResolverService {
  private readonly flights = new SingleFlight<string, TvMatch>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly facts: SeriesFactsService,
    private readonly catalog: TvCatalogService,
    private readonly stored: TvMatchesRepository,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Simultaneous callers share the answer.
   * @param instanceId whose manager is asked when the provider names no id; null when there is none
   * @throws AppError 404, 502 or 503 as `TvMatchesService.match`
   */
  find(tmdbId: number, instanceId: string | null): Promise<TvMatch> {
    return this.flights.run(`${tmdbId} ${instanceId ?? ''}`, async () => {
      const series = await this.facts.find(tmdbId);
      if (!series) throw seriesNotFound();
      const earlier = await this.database.read((tx) => this.stored.finding(tx, tmdbId));
      return this.matchBy(series, earlier, await this.askInOrder(series, earlier, instanceId));
    });
  }

  /**
   * The same match, unless the manager affirms that it doesn't know its series and no library holds it, or its seasons are in doubt and the
   * provider names another series by now. The search then goes on as if the match had not been found, and its finding is replaced or
   * forgotten. Simultaneous callers share the answer.
   * @throws AppError 502 and 503, UpstreamError and InstanceMissing as {@link find}
   */
  reconsider(match: TvMatch & EarlierTarget, instanceId: string): Promise<TvMatch> {
    const { tmdbId, tvdbId } = match;
    return this.flights.run(`${tmdbId} ${instanceId} without ${tvdbId}`, async () => {
      const isGone = await this.catalog.isGone(tvdbId, instanceId);
      if (!isGone && !isDoubted(match)) return match;
      const series = await this.facts.find(tmdbId);
      if (!series || (!isGone && !(await this.isCorrected(series, match, instanceId)))) return match;
      const finding = await this.askInOrder(series, match, instanceId);
      if ('problem' in finding && (await this.store((tx) => this.stored.forget(tx, { tmdbId, tvdbId }), tmdbId)))
        await this.events.publish(new TvMatchChanged(tmdbId));
      return this.matchBy(series, match, finding);
    });
  }

  /** Passes once the provider has answered; {@link find} then waits for the manager alone. @throws as {@link find} */
  async hearProvider(tmdbId: number): Promise<void> {
    if (!(await this.facts.find(tmdbId))) throw seriesNotFound();
  }

  private async askInOrder(
    series: SeriesSummary,
    earlier: EarlierTarget | null,
    instanceId: string | null,
  ): Promise<Finding> {
    const { tvdbId } = series;
    if (tvdbId !== null && !(await this.isPassedOver(tvdbId, earlier, instanceId)))
      return { tvdbId, source: 'metadata' };
    return instanceId === null ? { problem: 'tv_target_missing' } : this.catalog.find(series, instanceId);
  }

  /** Where another series was found before, the named id may be the one that was gone then, so the manager is asked. */
  private async isPassedOver(
    named: number,
    earlier: EarlierTarget | null,
    instanceId: string | null,
  ): Promise<boolean> {
    if (instanceId === null) return false;
    if (earlier === null || earlier.tvdbId === named) return this.catalog.wasGone(named, instanceId);
    return this.catalog.isGone(named, instanceId);
  }

  /** Does the provider name another series than the match's target, one that the manager knows? */
  private async isCorrected({ tvdbId }: SeriesSummary, match: EarlierTarget, instanceId: string): Promise<boolean> {
    return tvdbId !== null && tvdbId !== match.tvdbId && !(await this.catalog.isGone(tvdbId, instanceId));
  }

  private async matchBy(
    { tmdbId, title }: SeriesSummary,
    earlier: EarlierTarget | null,
    finding: Finding,
  ): Promise<TvMatch> {
    if ('problem' in finding) return unresolvedMatch(tmdbId, finding.problem, title);
    const row: TvdbCacheRow = { tmdbId, ...finding, cachedAt: this.clock.now(), seasonsDifferSince: null };
    const isStored = await this.store((tx) => this.stored.remember(tx, row), tmdbId);
    if (isStored && earlier !== null && earlier.tvdbId !== finding.tvdbId)
      await this.events.publish(new TvMatchChanged(tmdbId));
    return defaultMatch(tmdbId, finding.tvdbId, finding.source, { title });
  }

  /** Changes what is stored, and says whether it did. A failure only costs another lookup later. */
  private async store(change: (tx: WriteTx) => Promise<void>, tmdbId: number): Promise<boolean> {
    try {
      await this.database.write(change);
      return true;
    } catch (fault) {
      if (!(fault instanceof StorageError)) throw fault;
      this.log.warn('the match of a series could not be stored', { tmdb_id: tmdbId, error: fault });
      return false;
    }
  }
}
