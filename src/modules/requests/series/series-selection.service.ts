import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { AskedTitle } from '../kinds/request-kind.js';
import type { RequestPolicy } from '../policy/effective-policy.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { effectiveSeasons, type SeasonChoice } from '../policy/season-input.js';
import type { ProviderSubject } from '../saved/work.js';
import { SeriesResolverService, type ResolvedSeries } from './series-resolver.service.js';
import { selectSeasons, type SeasonSelection } from './season-selection.js';

/** The input of a request for a series. */
export interface SeriesSelection extends AskedTitle {
  readonly choice: SeasonChoice;
  /** 0 for the server's choice. */
  readonly qualityProfileId: number;
}

/** A request whose library and series are resolved. */
export interface AskedSeries {
  readonly input: ProviderSubject;
  readonly series: ResolvedSeries;
  readonly choice: SeasonChoice;
  readonly qualityProfileId: number;
}

/** Resolves the series, library and seasons of a request, and judges whether the caller may request them. */
@Injectable()
export class SeriesSelectionService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly policies: RequestPoliciesService,
    private readonly series: SeriesResolverService,
  ) {}

  /**
   * The request with its library, the series' facts and its match.
   *
   * @throws AppError 400 or 403 when the library is unknown or not available to the caller, before the series is looked
   *   up; else as {@link SeriesResolverService.resolve}. Source: doc 4 section 1.10
   */
  async resolve(caller: Caller, asked: SeriesSelection): Promise<AskedSeries> {
    const { key, tmdbId, choice, qualityProfileId } = asked;
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'tv_manager', asked.instanceId),
    );
    const series = await this.series.resolve(tmdbId, instanceId);
    const input = { userId: caller.userId, mediaType: 'tv', key, tmdbId, instanceId } as const;
    return { input, series, choice, qualityProfileId };
  }

  /** As {@link SeriesResolverService.assertAlike}. */
  assertAlike({ series, input }: AskedSeries): Promise<void> {
    return this.series.assertAlike(series, input.instanceId);
  }

  /**
   * The current policy, and the seasons that the request selects under it. Called before the library is read, and again
   * in the transaction that saves, because time has passed since {@link resolve}; judges the caller's access to the
   * library as well.
   *
   * @throws AppError 400 or 403 as {@link resolve}; else as {@link selectSeasons}
   */
  async judge(
    tx: ReadTx,
    caller: Caller,
    { input, series, choice }: AskedSeries,
  ): Promise<{ readonly policy: RequestPolicy; readonly selection: SeasonSelection }> {
    await this.access.resolveDestination(tx, caller, 'tv_manager', input.instanceId);
    const policy = await this.policies.of(tx, caller.userId, caller.role);
    const selection = selectSeasons(effectiveSeasons(policy, choice), series.facts.seasons, series.match);
    return { policy, selection };
  }
}
