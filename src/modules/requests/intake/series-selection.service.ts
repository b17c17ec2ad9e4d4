import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { SeriesRequestPolicy } from '../policy/effective-policy.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { effectiveSeasons, type SeasonChoice } from '../policy/season-input.js';
import type { RequestSubject } from '../saved/request-subject.js';
import { SeriesResolverService, type ResolvedSeries } from './series-resolver.service.js';
import { selectSeasons, type SeasonSelection } from './season-selection.js';

/** What somebody asks for. */
export interface SeriesSelection {
  readonly tmdbId: number;
  readonly choice: SeasonChoice;
  /** The library that was named; undefined for the caller's default. */
  readonly instanceId: string | undefined;
  /** 0 for the server's choice. */
  readonly qualityProfileId: number;
}

/** A request whose library and series are known. */
export interface AskedSeries {
  readonly input: RequestSubject;
  readonly series: ResolvedSeries;
  readonly choice: SeasonChoice;
  readonly qualityProfileId: number;
}

/** Which series is asked for, in which library, which of its seasons, and may they be asked for at all? */
@Injectable()
export class SeriesSelectionService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly policies: RequestPoliciesService,
    private readonly series: SeriesResolverService,
  ) {}

  /**
   * The wish with all that others have to say about it.
   *
   * @throws AppError 400 or 403 when the library is unknown or not the caller's, before anybody is asked about the
   *   series; as {@link SeriesResolverService.resolve} besides. Source: doc 4 section 1.10
   */
  async resolve(caller: Caller, asked: SeriesSelection): Promise<AskedSeries> {
    const { tmdbId, choice, qualityProfileId } = asked;
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'tv_manager', asked.instanceId),
    );
    const series = await this.series.resolve(tmdbId, instanceId);
    return { input: { userId: caller.userId, mediaType: 'tv', tmdbId, instanceId }, series, choice, qualityProfileId };
  }

  /**
   * The policy of this moment, and the seasons that the wish comes to under it. Judged first for the library's sake,
   * and once more where it counts, with whether the caller may ask this library: time has passed since
   * {@link resolve}.
   *
   * @throws AppError 400 or 403 as {@link resolve}; as {@link selectSeasons} besides
   */
  async judge(
    tx: ReadTx,
    caller: Caller,
    { input, series, choice }: AskedSeries,
  ): Promise<{ readonly policy: SeriesRequestPolicy; readonly selection: SeasonSelection }> {
    await this.access.resolveDestination(tx, caller, 'tv_manager', input.instanceId);
    const policy = await this.policies.forSeries(tx, caller.userId, caller.role);
    const selection = selectSeasons(effectiveSeasons(policy, choice), series.listed, series.match);
    return { policy, selection };
  }
}
