import { Injectable } from '@nestjs/common';
import { isSeriesAlreadyThere } from '../../../clients/sonarr/sonarr.client.js';
import { AppError } from '../../../core/errors/app-error.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { airedByList, type AiredSeasons, listedSeasons, seriesEpisodes } from '../../library/library.public.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import {
  DoubtedMatchesService,
  isJudged,
  pickSeasons,
  regularSeasons,
  SeriesFactsService,
  type TvMatch,
  TvMatchesService,
} from '../../series-matching/series-matching.public.js';
import { chooseDestination } from '../delivery/choose-destination.js';
import { DeliveryTraceService } from '../delivery/delivery-trace.service.js';
import { attention, type DeliveryOutcome, DeliveryStop, retryLater } from '../kinds/delivery-outcome.js';
import type { KindDelivery } from '../kinds/request-kind.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import type { HeldEpisodes } from '../saved/held-episodes.js';
import type { LibraryMutation } from '../saved/job-rows.js';
import { judgeMatch, judgeMatchFault, MATCH_AMBIGUOUS, TARGET_MISSING } from './judge-match.js';
import { planSeriesDelivery, type SeriesDeliveryPlan, type SeriesRecord } from './plan-series-delivery.js';
import { SeriesChangesService } from './series-changes.service.js';
import { orderOf, type SeriesWork, seriesWork, sourcesOf, stopUnmapped } from './series-work.js';
import { heldOf, latestSearch, missingOf, wantedEpisodes } from './wanted-episodes.js';

/**
 * Seasons of one series, or a pilot; turns nothing off. May be interrupted and repeated at any point: the library ends
 * with one record with the wanted seasons monitored, and the search of each was sent at least once.
 */
@Injectable()
export class SeriesDeliveryService implements KindDelivery {
  constructor(
    private readonly changes: SeriesChangesService,
    private readonly matches: TvMatchesService,
    private readonly clients: InstanceClientsService,
    private readonly facts: SeriesFactsService,
    private readonly doubts: DoubtedMatchesService,
    private readonly policies: RequestPoliciesService,
    private readonly clock: Clock,
    private readonly trace: DeliveryTraceService,
  ) {}

  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    await this.changes.recheck(job);
    this.trace.reached('access_rechecked', job.requestId);
    const instanceId = job.instanceId ?? '';
    const match = await this.currentMatch(job.tmdbId, instanceId);
    const refusal = judgeMatch(match, job.matchRevision);
    if (refusal) return refusal;
    this.trace.reached('match_rechecked', job.requestId);
    const work = seriesWork(job, match, await this.clients.connect('tv_manager', instanceId), signal);
    try {
      return await this.deliverSeasons(work, job.mutation);
    } catch (fault) {
      if (isTargetMissing(fault)) {
        // The finding is replaced or forgotten, so that the series is not looked for by this id again.
        const other = await this.matches.reconsidered(match, instanceId);
        return judgeMatch(other, job.matchRevision) ?? TARGET_MISSING;
      }
      if (!isSeriesAlreadyThere(fault)) throw fault;
      // Somebody else has added the series since we read the library.
      return this.deliverSeasons(work, null);
    }
  }

  private async currentMatch(tmdbId: number, instanceId: string): Promise<TvMatch> {
    try {
      return await this.matches.match(tmdbId, instanceId);
    } catch (fault) {
      const outcome = fault instanceof AppError ? judgeMatchFault(fault) : null;
      if (outcome) throw new DeliveryStop(outcome);
      throw fault;
    }
  }

  /** @param earlier the latest change that was begun and may have been made */
  private async deliverSeasons(asked: SeriesWork, earlier: LibraryMutation | null): Promise<DeliveryOutcome> {
    const { plan, held } = await this.plan(asked, earlier);
    const work = { ...asked, held };
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status, held };
      case 'add':
        return this.add(work, held);
      case 'wait':
        return { state: 'waiting_library', message: sayDelivery('delivery_series_taken_in') };
      case 'seasons_missing':
        return this.deliverSeasons(await this.withoutMissing(work, plan), earlier);
      case 'pilot_unknown':
        throw new DeliveryStop(PILOT_UNKNOWN);
      case 'change':
        await this.changes.extend(work, plan);
        return { state: 'complete', status: 'requested', held };
    }
  }

  private async plan(
    work: SeriesWork,
    mutation: LibraryMutation | null,
  ): Promise<{ readonly plan: SeriesDeliveryPlan; readonly held: HeldEpisodes }> {
    const { job } = work;
    const order = orderOf(work);
    const series = await seriesRecord(work);
    const now = this.clock.now();
    const searched = await this.changes.searchedSeasons(job, (season) =>
      latestSearch(missingOf(wantedEpisodes(series?.episodes ?? [], season, order), now)),
    );
    this.trace.reached('library_read', job.requestId);
    const plan = planSeriesDelivery(series, order, { mutation, searched }, now);
    if (series && (plan.kind === 'change' || plan.kind === 'done'))
      await this.requireSameSeasons(work, airedIn(series, now));
    return { plan, held: work.held ?? heldOf(series?.episodes ?? [], order) };
  }

  /**
   * Monitors exactly the wanted seasons, and searches. Not yet for a pilot, whose options the addition may undo, and
   * where the catalogs list different seasons: only episodes say whether equal numbers are equal seasons.
   * @throws DeliveryStop for an unknown series or season, other numbering, or no profile or root folder
   */
  private async add(asked: SeriesWork, held: HeldEpisodes): Promise<DeliveryOutcome> {
    const { job, tvdbId, manager, signal } = asked;
    const [found, profiles, roots, defaultProfileId] = await Promise.all([
      manager.lookupByTvdbId(tvdbId, signal),
      manager.qualityProfiles(signal),
      manager.rootFolders(signal),
      this.policies.defaultProfile(job.userId, 'tv'),
    ]);
    if (!found) throw new DeliveryStop(TARGET_MISSING);
    const { title, year, seasonNumbers, status } = found;
    await this.requireSameSeasons(asked, listedSeasons(seasonNumbers, { hasEnded: status === 'ended' }));
    const destination = chooseDestination({ profiles, roots, chosenProfileId: job.qualityProfileId, defaultProfileId });
    if ('problem' in destination) throw new DeliveryStop(attention('library_unavailable', destination.problem));
    const unknown = orderOf(asked).seasons.filter((season) => !seasonNumbers.includes(season));
    const work = unknown.length === 0 ? asked : await this.withoutSeasons(asked, unknown);
    const { seasons, isPilot } = orderOf(work);
    const isForLater = isPilot || (await this.mayDiffer(work, seasonNumbers));
    const monitored = (season: number): boolean => !isForLater && seasons.includes(season);
    const series = {
      ...{ tvdbId, title, year, ...destination },
      seasons: seasonNumbers.map((seasonNumber) => ({ seasonNumber, monitored: monitored(seasonNumber) })),
      searchForMissingEpisodes: !isForLater,
    };
    await this.changes.add(work, series, seasons);
    if (!isForLater) return { state: 'complete', status: 'requested', held };
    const message = sayDelivery(isPilot ? 'delivery_pilot_comes_next' : 'delivery_seasons_come_next');
    return { state: 'waiting_library', message };
  }

  /**
   * If the manager's metadata list one, it refreshes the series and the delivery is tried again later; else as {@link
   * withoutSeasons}.
   * @throws DeliveryStop with `tv_metadata_refresh`, `tv_target_missing`, or as {@link withoutSeasons}
   */
  private async withoutMissing(
    work: SeriesWork,
    { seriesId, seasons }: { readonly seriesId: number; readonly seasons: readonly number[] },
  ): Promise<SeriesWork> {
    const { job, tvdbId, manager, signal } = work;
    const found = await manager.lookupByTvdbId(tvdbId, signal);
    if (!found) throw new DeliveryStop(TARGET_MISSING);
    if (seasons.some((season) => found.seasonNumbers.includes(season))) {
      await manager.refreshSeries(seriesId, signal);
      this.trace.reached('refresh_sent', job.requestId);
      throw new DeliveryStop(REFRESHING);
    }
    return this.withoutSeasons(work, seasons);
  }

  /** A request for all seasons gives up what the manager doesn't list. @throws DeliveryStop for others, or with none left */
  private async withoutSeasons(work: SeriesWork, unknown: readonly number[]): Promise<SeriesWork> {
    const { job, map } = work;
    const gone = sourcesOf(work, unknown);
    const left = pickSeasons(
      map,
      [...map.keys()].filter((source) => !gone.includes(source)),
    );
    if (job.seasonScope !== 'all' || left.size === 0) throw stopUnmapped(gone);
    return this.changes.giveUpSeasons(work, left, unknown);
  }

  /** Before any change. While the provider can't be asked, the stored verdict stands. @throws DeliveryStop `tv_match_ambiguous` */
  private async requireSameSeasons({ match }: SeriesWork, library: AiredSeasons): Promise<void> {
    const provider = await this.providerOf(match);
    if (!provider) return;
    // A season that the manager lacks is refreshed, refused or left out by the delivery itself, and not taken for another.
    const listed = listedSeasons(regularSeasons(provider));
    const { problem } = await this.doubts.judge(match, provider, new Map([...listed, ...library]));
    if (problem !== null) throw new DeliveryStop(MATCH_AMBIGUOUS);
  }

  /** Equal numbers may turn out to be other seasons where one catalog lists a regular season that the other lacks. */
  private async mayDiffer({ match }: SeriesWork, listed: readonly number[]): Promise<boolean> {
    const provider = await this.providerOf(match);
    if (!provider) return false;
    const target = new Set(listed.filter((season) => season > 0));
    const sources = regularSeasons(provider);
    return sources.length !== target.size || sources.some((season) => !target.has(season));
  }

  /** Null where the match says itself which season is which, and while the provider can't be asked. */
  private async providerOf(match: TvMatch): Promise<SeriesSummary | null> {
    if (!isJudged(match)) return null;
    return this.facts.find(match.tmdbId).catch((fault: unknown) => {
      if (isUnanswered(fault)) return null;
      throw fault;
    });
  }
}

async function seriesRecord({ tvdbId, manager, signal }: SeriesWork): Promise<SeriesRecord | null> {
  const series = await manager.seriesByTvdbId(tvdbId, signal);
  if (!series) return null;
  return { ...series, episodes: series.beingAdded ? [] : await manager.episodes(series.id, signal) };
}

const isTargetMissing = (fault: unknown): boolean => fault instanceof DeliveryStop && fault.outcome === TARGET_MISSING;

/** While the manager still adds a series, it knows the numbers of its seasons alone. */
function airedIn({ beingAdded, seasons, episodes }: SeriesRecord, now: number): AiredSeasons {
  const numbers = seasons.map(({ seasonNumber }) => seasonNumber);
  return beingAdded ? listedSeasons(numbers) : airedByList(numbers, seriesEpisodes(episodes), now);
}

const PILOT_UNKNOWN = attention('tv_pilot_unavailable', sayDelivery('delivery_pilot_unknown'));

const REFRESHING = retryLater('tv_metadata_refresh', sayDelivery('delivery_season_refreshed'));
