import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { QuotaExceeded, seasonUnits } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, TvMatchesService, tvMatchRefused } from '../../series-matching/series-matching.public.js';
import { RequestTransitionsService, type WrittenRequest } from '../transitions/request-transitions.service.js';
import { SeriesEvidenceService } from './series-evidence.service.js';
import { planSeries, type SeriesStates } from './series-plan.js';
import { SeriesSelectionService, type AskedSeries, type SeriesSelection } from './series-selection.service.js';
import { OpenSeriesRequestsService } from './open-series-requests.service.js';
import type { Submission } from './submission.js';

/** Takes a request for seasons of a series: durable before it is acknowledged, and each season only once. */
@Injectable()
export class SeriesSubmissionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly inputs: SeriesSelectionService,
    private readonly evidence: SeriesEvidenceService,
    private readonly matches: TvMatchesService,
    private readonly standing: OpenSeriesRequestsService,
    private readonly transitions: RequestTransitionsService,
  ) {}

  /**
   * Saves the request, what it costs and its delivery job in one write. Delivery itself is the worker's.
   *
   * @throws AppError 400, 403, 404, 409 or 503 as {@link SeriesSelectionService}
   * @throws QuotaExceeded 429 when the caller's allowance has not enough left, unless the library is quick to prove
   *   that less has to be spent. Source: doc 4 section 1.18
   */
  async submit(caller: Caller, series: SeriesSelection): Promise<Submission> {
    const asked = await this.inputs.resolve(caller, series);
    const { instanceId } = asked.input;
    const { selection } = await this.database.read((tx) => this.inputs.judge(tx, caller, asked));
    const states = await this.evidence.gather(asked, selection);
    const written = await this.saveOrProveOwned(caller, asked, states);
    return written
      ? { kind: 'saved', instanceId, ...written }
      : { kind: 'owned', title: asked.series.title, instanceId };
  }

  /** Null when the library holds all of it, which it may prove only when the allowance has refused. */
  private async saveOrProveOwned(
    caller: Caller,
    asked: AskedSeries,
    states: SeriesStates,
  ): Promise<WrittenRequest | null> {
    const save = (known: SeriesStates) => this.database.write((tx) => this.save(tx, caller, asked, known));
    try {
      return await save(states);
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      return save(await this.evidence.glance(asked.input, asked.series.match.tvdbId, states));
    }
  }

  /**
   * Reuses the request that stands, or adds one for the seasons that none stands for. What holds in this write decides,
   * nothing that was read before.
   *
   * @param states what is known of the series; what isn't is neither owned nor gone
   */
  private async save(
    tx: WriteTx,
    caller: Caller,
    asked: AskedSeries,
    states: SeriesStates,
  ): Promise<WrittenRequest | null> {
    const { input, series, qualityProfileId } = asked;
    const { tvdbId, revision, provenance } = series.match;
    const { policy, selection } = await this.inputs.judge(tx, caller, asked);
    const plan = planSeries(selection, tvdbId, await this.standing.of(tx, input), states);
    if (plan.kind === 'owned') return null;
    if (plan.kind === 'repeats')
      return { requestId: plan.requestId, isNew: false, pending: plan.pending, spent: false };
    const match = await this.matches.stands(tx, input.tmdbId, revision);
    if (match !== 'stands') throw tvMatchRefused(`tv_match_${match}`);
    for (const id of plan.gone) await this.transitions.superseded(tx, id);
    const wanted = {
      ...input,
      title: series.title,
      qualityProfileId,
      tvdbId,
      seasonScope: selection.scope,
      seasonMap: encodeSeasonMap(plan.seasons),
      matchRevision: revision,
      matchProvenance: provenance,
    };
    const units = seasonUnits(input.tmdbId, [...plan.seasons.keys()], selection.work);
    return this.transitions.added(tx, caller, { input: wanted, policy, units }, this.clock.now());
  }
}
