import { Injectable } from '@nestjs/common';
import { listedSeasons, SeriesLibraryService } from '../../library/library.public.js';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import { writeHeldEpisodes } from '../jobs/held-episodes.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { AbsentSeasonsService } from './absent-seasons.service.js';
import { SeriesGateService } from './series-gate.service.js';
import { attention, DeliveryStop, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { DeliveryStepsService } from '../delivery/delivery-steps.service.js';
import { isNotMade } from '../delivery/judge-delivery-fault.js';
import { placeTitle } from '../delivery/place-title.js';
import { TARGET_MISSING } from './judge-match.js';
import type { OwedSearch, SeriesChange } from './plan-series-delivery.js';
import { SeasonDoubtsService } from './season-doubts.service.js';
import { SeasonSearchesService } from './season-searches.service.js';
import { orderOf, unitKeysOf, type SeriesWork } from './series-work.js';

/** Adds series to libraries, and turns on seasons of series that a library already has. */
@Injectable()
export class SeriesChangesService {
  constructor(
    private readonly policies: RequestPoliciesService,
    private readonly absent: AbsentSeasonsService,
    private readonly gate: SeriesGateService,
    private readonly library: SeriesLibraryService,
    private readonly searches: SeasonSearchesService,
    private readonly doubts: SeasonDoubtsService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Adds the series with exactly the wanted seasons monitored, and searches for them. For a pilot nothing is monitored
   * yet: the options of the addition may undo what is turned on before the manager knows the episodes. Nor is anything where
   * the two catalogs list different seasons: only the episodes say whether equal numbers are equal seasons. Source: doc 4
   * section 1.15, which issue 43 C16 narrows.
   *
   * @throws DeliveryStop when the manager doesn't know the series or a season, counts its seasons differently, or has no profile or
   *   root folder
   * @throws UpstreamError for which `isSeriesAlreadyThere` holds when somebody else has added it
   */
  async add(asked: SeriesWork): Promise<DeliveryOutcome> {
    const { job, tvdbId, manager, signal } = asked;
    const [found, profiles, roots, defaultProfileId] = await Promise.all([
      manager.lookupByTvdbId(tvdbId, signal),
      manager.qualityProfiles(signal),
      manager.rootFolders(signal),
      this.policies.defaultProfile(job.userId, 'tv'),
    ]);
    if (!found) throw new DeliveryStop(TARGET_MISSING);
    await this.doubts.assertNone(asked, listedSeasons(found.seasonNumbers, { hasEnded: found.status === 'ended' }));
    const placement = placeTitle({ profiles, roots, chosenProfileId: job.qualityProfileId, defaultProfileId });
    if ('mend' in placement) throw new DeliveryStop(attention('library_unavailable', placement.mend));
    const work = await this.absent.fromCatalog(asked, found.seasonNumbers);
    const { seasons, isPilot } = orderOf(work);
    const isForLater = isPilot || (await this.doubts.mayDiffer(work, found.seasonNumbers));
    await this.make(work, 'add', seasons, async () => {
      await manager.addSeries(
        {
          tvdbId,
          title: found.title,
          year: found.year,
          ...placement,
          seasons: found.seasonNumbers.map((seasonNumber) => ({
            seasonNumber,
            monitored: !isForLater && seasons.includes(seasonNumber),
          })),
          searchForMissingEpisodes: !isForLater,
        },
        signal,
      );
      this.steps.passed('series_added', job.requestId);
    });
    if (!isForLater) return { state: 'complete', status: 'requested' };
    const next = isPilot ? 'its pilot comes next' : 'its seasons come next';
    return { state: 'waiting_library', message: `The library manager is taking the series in; ${next}.` };
  }

  /**
   * Makes the change call by call, and judges the delivery again between two calls.
   *
   * @throws DeliveryStop when the requester has lost access or the match has changed
   * @throws UpstreamError when the manager failed
   */
  async extend(work: SeriesWork, change: SeriesChange): Promise<DeliveryOutcome> {
    const { flags, episodeIds, searches, seasons } = change;
    const calls = [
      ...(flags === null ? [] : [() => this.monitorSeasons(work, change.seriesId, flags)]),
      ...(episodeIds.length === 0 ? [] : [() => this.monitorEpisodes(work, episodeIds)]),
      ...searches.map((search) => () => this.search(work, change.seriesId, search)),
    ];
    await this.make(work, 'monitor_and_search', seasons, async () => {
      for (const [place, call] of calls.entries()) {
        if (place > 0) await this.gate.recheck(work.job);
        await call();
      }
    });
    return { state: 'complete', status: 'requested' };
  }

  /**
   * Commits the started marker, makes the change, and drops the cached state of the series, whether the change succeeded
   * or not. Forgets an addition that was certainly not made: a record found later was then added by somebody else, and
   * its searches are still to be sent.
   *
   * @param seasons the library's numbers of the seasons to change; their charges are final once the change has begun
   * @throws DeliveryStop and LeaseLost as the gate, before anything is changed; what the change throws
   */
  private async make(
    work: SeriesWork,
    mutation: LibraryMutation,
    seasons: readonly number[],
    change: () => Promise<void>,
  ): Promise<void> {
    const { job } = work;
    const heldEpisodes = work.held && writeHeldEpisodes(work.held);
    await this.gate.start(job, { mutation, searchMark: null, heldEpisodes }, unitKeysOf(work, seasons));
    this.steps.passed('started', job.requestId);
    try {
      await change();
    } catch (fault) {
      if (mutation === 'add' && isNotMade(fault)) await this.gate.retract(job);
      throw fault;
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId, work.tvdbId);
    }
  }

  private async monitorSeasons(
    { job, manager, signal }: SeriesWork,
    seriesId: number,
    seasons: readonly number[],
  ): Promise<void> {
    await manager.setSeasonsMonitored(seriesId, seasons, signal);
    this.steps.passed('series_monitored', job.requestId);
  }

  private async monitorEpisodes({ job, manager, signal }: SeriesWork, episodeIds: readonly number[]): Promise<void> {
    await manager.setEpisodesMonitored(episodeIds, true, signal);
    this.steps.passed('episodes_monitored', job.requestId);
  }

  private async search({ job, manager, signal }: SeriesWork, seriesId: number, owed: OwedSearch): Promise<void> {
    await this.searches.note(job, owed);
    this.steps.passed('search_noted', job.requestId);
    if (owed.episodeId === null) await manager.searchSeason(seriesId, owed.season, signal);
    else await manager.searchEpisodes([owed.episodeId], signal);
    this.steps.passed('search_sent', job.requestId);
    await this.searches.settle(job, owed.season);
    this.steps.passed('search_settled', job.requestId);
  }
}
