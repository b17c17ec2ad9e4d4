import { Injectable } from '@nestjs/common';
import { isSeriesAlreadyThere } from '../../../clients/sonarr/sonarr.client.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TvManagersService } from '../../instances/instances.public.js';
import { airedByList, listedSeasons, seriesEpisodes, type AiredSeasons } from '../../library/library.public.js';
import { TvMatchesService, type TvMatch } from '../../series-matching/series-matching.public.js';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import type { ClaimedJob } from '../jobs/dispatches.repository.js';
import type { HeldEpisodes } from '../jobs/held-episodes.js';
import { AbsentSeasonsService } from './absent-seasons.service.js';
import { SeriesGateService } from './series-gate.service.js';
import { attention, DeliveryStop, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import type { KindDelivery } from '../kinds/request-kind.js';
import { DeliveryStepsService } from '../delivery/delivery-steps.service.js';
import { judgeMatch, judgeMatchFault, TARGET_MISSING } from './judge-match.js';
import { planSeriesDelivery, type SeriesDeliveryPlan, type SeriesInLibrary } from './plan-series-delivery.js';
import { SeasonDoubtsService } from './season-doubts.service.js';
import { SeasonSearchesService } from './season-searches.service.js';
import { SeriesChangesService } from './series-changes.service.js';
import { orderOf, seriesWork, type SeriesWork } from './series-work.js';
import { heldOf, latestSearch, missingOf, wantedEpisodes } from './wanted-episodes.js';

/**
 * Delivers seasons of one series, or a pilot, to one library: reads the library's state, commits the started marker,
 * changes what is missing and turns nothing off. It may be interrupted at any point and repeated: the library ends with
 * one record with the wanted seasons monitored, and the search of each was sent at least once.
 */
@Injectable()
export class SeriesDeliveryService implements KindDelivery {
  constructor(
    private readonly gate: SeriesGateService,
    private readonly matches: TvMatchesService,
    private readonly managers: TvManagersService,
    private readonly clock: Clock,
    private readonly searches: SeasonSearchesService,
    private readonly changes: SeriesChangesService,
    private readonly absent: AbsentSeasonsService,
    private readonly doubts: SeasonDoubtsService,
    private readonly steps: DeliveryStepsService,
  ) {}

  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    await this.gate.recheck(job);
    this.steps.passed('access_rechecked', job.requestId);
    const instanceId = job.instanceId ?? '';
    const match = await this.matchOf(job.tmdbId, instanceId);
    const refusal = judgeMatch(match, job.matchRevision);
    if (refusal) return refusal;
    this.steps.passed('match_rechecked', job.requestId);
    const work = seriesWork(job, match, await this.managers.connect(instanceId), signal);
    try {
      return await this.bringAbout(work, job.mutation);
    } catch (fault) {
      if (isTargetMissing(fault)) {
        // The finding is replaced or forgotten, so that the series is not looked for by this id again.
        const other = await this.matches.reconsidered(match, instanceId);
        return judgeMatch(other, job.matchRevision) ?? TARGET_MISSING;
      }
      if (!isSeriesAlreadyThere(fault)) throw fault;
      // Somebody else added the series after we had read the library: it is treated like any existing series.
      return this.bringAbout(work, null);
    }
  }

  private async matchOf(tmdbId: number, instanceId: string): Promise<TvMatch> {
    try {
      return await this.matches.match(tmdbId, instanceId);
    } catch (fault) {
      const outcome = fault instanceof AppError ? judgeMatchFault(fault) : null;
      if (outcome) throw new DeliveryStop(outcome);
      throw fault;
    }
  }

  /**
   * Reads the library's state of the series, and makes the missing changes.
   *
   * @param earlier the latest change that was begun and may have been made
   */
  private async bringAbout(asked: SeriesWork, earlier: LibraryMutation | null): Promise<DeliveryOutcome> {
    const { plan, held } = await this.plan(asked, earlier);
    const work = { ...asked, held };
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status, held };
      case 'add':
        return withHeld(await this.changes.add(work), held);
      case 'wait':
        return { state: 'waiting_library', message: 'The library manager is still taking the series in.' };
      case 'lacking':
        return this.bringAbout(await this.absent.fromRecord(work, plan), earlier);
      case 'pilot_unknown':
        throw new DeliveryStop(PILOT_UNKNOWN);
      case 'change':
        return withHeld(await this.changes.extend(work, plan), held);
    }
  }

  /**
   * Plans the next change, and says which wanted episodes the library held before the first one. Settles searches of earlier
   * attempts that are recognised as sent only now.
   */
  private async plan(
    work: SeriesWork,
    mutation: LibraryMutation | null,
  ): Promise<{ readonly plan: SeriesDeliveryPlan; readonly held: HeldEpisodes }> {
    const { job } = work;
    const order = orderOf(work);
    const series = await seriesInLibrary(work);
    const now = this.clock.now();
    const searched = await this.searches.carriedOut(job, (season) =>
      latestSearch(missingOf(wantedEpisodes(series?.episodes ?? [], season, order), now)),
    );
    this.steps.passed('library_read', job.requestId);
    const plan = planSeriesDelivery(series, order, { mutation, searched }, now);
    if (series && (plan.kind === 'change' || plan.kind === 'done'))
      await this.doubts.assertNone(work, airedIn(series, now));
    return { plan, held: work.held ?? heldOf(series?.episodes ?? [], order) };
  }
}

async function seriesInLibrary({ tvdbId, manager, signal }: SeriesWork): Promise<SeriesInLibrary | null> {
  const series = await manager.seriesByTvdbId(tvdbId, signal);
  if (!series) return null;
  return { ...series, episodes: series.beingAdded ? [] : await manager.episodes(series.id, signal) };
}

const isTargetMissing = (fault: unknown): boolean => fault instanceof DeliveryStop && fault.outcome === TARGET_MISSING;

/** While the manager still adds a series, it knows the numbers of its seasons alone. */
function airedIn({ beingAdded, seasons, episodes }: SeriesInLibrary, now: number): AiredSeasons {
  const numbers = seasons.map(({ seasonNumber }) => seasonNumber);
  return beingAdded ? listedSeasons(numbers) : airedByList(numbers, seriesEpisodes(episodes), now);
}

const withHeld = (outcome: DeliveryOutcome, held: HeldEpisodes): DeliveryOutcome =>
  outcome.state === 'complete' ? { ...outcome, held } : outcome;

const PILOT_UNKNOWN = attention('tv_pilot_unavailable', 'The library manager knows no first episode of this season.');
