import { Injectable } from '@nestjs/common';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { SeriesLibraryService } from '../../library/library.public.js';
import { QuotaService, RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, type SeasonMap, TvMatchesService } from '../../series-matching/series-matching.public.js';
import { DeliveryGateService, type FurtherCheck } from '../delivery/delivery-gate.service.js';
import { DeliveryTraceService } from '../delivery/delivery-trace.service.js';
import { isNotMade } from '../delivery/judge-delivery-fault.js';
import { jobSubject, WriteRetryQueue } from '../delivery/write-retry-queue.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import { writeHeldEpisodes } from '../saved/held-episodes.js';
import { type LibraryMutation, SeasonSearchRow } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { MATCH_STOPS } from './judge-match.js';
import type { OwedSearch, SeriesChange } from './plan-series-delivery.js';
import { type SeriesWork, unitKeysOf } from './series-work.js';
import { hasRun } from './wanted-episodes.js';

/** Each change behind the gate and call by call. Methods that take a job throw LeaseLost when this worker no longer holds it. */
@Injectable()
export class SeriesChangesService {
  constructor(
    private readonly database: Database,
    private readonly gate: DeliveryGateService,
    private readonly matches: TvMatchesService,
    private readonly library: SeriesLibraryService,
    private readonly saved: RequestsRepository,
    private readonly allowances: QuotaService,
    private readonly events: EventBus,
    private readonly writes: WriteRetryQueue,
    private readonly trace: DeliveryTraceService,
  ) {}

  /** As {@link DeliveryGateService.recheck}. @throws DeliveryStop also when the match has changed or is paused */
  recheck(job: ClaimedJob): Promise<void> {
    return this.gate.recheck(job, { further: this.matchIsKept });
  }

  /** Settles what is recognised only now. @param latestOf when a season's missing episodes were last searched for, epoch ms */
  async searchedSeasons(job: ClaimedJob, latestOf: (season: number) => number | null): Promise<ReadonlySet<number>> {
    const rows = await this.database.read((tx) => tx.findBy(SeasonSearchRow, { requestId: job.requestId }));
    const ran = rows.filter((row) => hasRun(row, latestOf(row.season)));
    for (const { season, sentAt } of ran) if (sentAt === null) await this.settleSearch(job, season);
    return new Set(ran.map(({ season }) => season));
  }

  /** Gives up seasons that the manager doesn't know, and refunds them. @param unknown their numbers in the library */
  async giveUpSeasons(work: SeriesWork, left: SeasonMap, unknown: readonly number[]): Promise<SeriesWork> {
    const { job } = work;
    const refunded = await this.gate.write(job, async (tx, now) => {
      await this.saved.change(tx, job.requestId, { seasonMap: encodeSeasonMap(left) });
      const keys = unitKeysOf(work, unknown);
      return this.allowances.release(tx, job.requestId, { reason: 'no_op', keys }, now);
    });
    this.trace.reached('seasons_narrowed', job.requestId);
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
    return { ...work, map: left };
  }

  /** In one call with its search. @throws DeliveryStop as {@link recheck}; UpstreamError, of which `isSeriesAlreadyThere` is one */
  async add(
    work: SeriesWork,
    series: Parameters<SonarrClient['addSeries']>[0],
    seasons: readonly number[],
  ): Promise<void> {
    const { job, manager, signal } = work;
    await this.make(work, 'add', seasons, async () => {
      await manager.addSeries(series, signal);
      this.trace.reached('series_added', job.requestId);
    });
  }

  /** Call by call, judged again between two. @throws DeliveryStop as {@link recheck}; UpstreamError */
  async extend(work: SeriesWork, change: SeriesChange): Promise<void> {
    const { job, manager, signal } = work;
    const { seriesId, flags, episodeIds, searches, seasons } = change;
    const calls: (() => Promise<void>)[] = [];
    if (flags !== null)
      calls.push(async () => {
        await manager.setSeasonsMonitored(seriesId, flags, signal);
        this.trace.reached('series_monitored', job.requestId);
      });
    if (episodeIds.length > 0)
      calls.push(async () => {
        await manager.setEpisodesMonitored(episodeIds, true, signal);
        this.trace.reached('episodes_monitored', job.requestId);
      });
    calls.push(...searches.map((search) => () => this.search(work, seriesId, search)));
    await this.make(work, 'monitor_and_search', seasons, async () => {
      for (const [index, call] of calls.entries()) {
        if (index > 0) await this.recheck(job);
        await call();
      }
    });
  }

  /**
   * Drops the cached state even if the change failed. Forgets an addition that was certainly not made: a record found
   * later was added by somebody else, and its searches are still to be sent.
   * @param seasons the library's numbers; their charges become final
   */
  private async make(
    work: SeriesWork,
    mutation: LibraryMutation,
    seasons: readonly number[],
    change: () => Promise<void>,
  ): Promise<void> {
    const { job } = work;
    const heldEpisodes = work.held && writeHeldEpisodes(work.held);
    await this.gate.start(
      job,
      { mutation, searchMark: null, heldEpisodes },
      { units: { keys: unitKeysOf(work, seasons) }, further: this.matchIsKept },
    );
    this.trace.reached('started', job.requestId);
    try {
      await change();
    } catch (fault) {
      if (mutation === 'add' && isNotMade(fault)) await this.gate.retract(job);
      throw fault;
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId, work.tvdbId);
    }
  }

  private async search({ job, manager, signal }: SeriesWork, seriesId: number, owed: OwedSearch): Promise<void> {
    await this.noteSearch(job, owed);
    this.trace.reached('search_noted', job.requestId);
    if (owed.episodeId === null) await manager.searchSeason(seriesId, owed.season, signal);
    else await manager.searchEpisodes([owed.episodeId], signal);
    this.trace.reached('search_sent', job.requestId);
    await this.settleSearch(job, owed.season);
    this.trace.reached('search_settled', job.requestId);
  }

  private noteSearch(job: ClaimedJob, { season, mark }: OwedSearch): Promise<void> {
    return this.gate.write(job, async (tx) => {
      if (await tx.existsBy(SeasonSearchRow, { requestId: job.requestId, season })) return;
      await tx.insert(SeasonSearchRow, { requestId: job.requestId, season, searchMark: mark, sentAt: null });
    });
  }

  /** So that it is never repeated. When the storage fails, the write is repeated later. */
  private settleSearch(job: ClaimedJob, season: number): Promise<void> {
    const settle = (): Promise<void> =>
      this.gate.write(job, async (tx, now) => {
        await tx.update(SeasonSearchRow, { requestId: job.requestId, season }, { sentAt: now });
      });
    return this.writes.make(jobSubject(job), settle);
  }

  private readonly matchIsKept: FurtherCheck = async (tx, { tmdbId, matchRevision }) =>
    MATCH_STOPS[await this.matches.compare(tx, tmdbId, matchRevision)];
}
