import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { failingClosed, QuotaExceeded, QuotaService, seasonUnits } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, TvMatchesService, tvMatchRefused } from '../../series-matching/series-matching.public.js';
import type { AskedTitle, PricedSelection, Submission } from '../kinds/request-kind.js';
import { RequestPoliciesService, type RequestPolicy } from '../policy/request-policies.service.js';
import { effectiveSeasons, type SeasonChoice } from '../policy/season-input.js';
import { WHOLE } from '../saved/job-rows.js';
import { openKey } from '../saved/work.js';
import { RequestTransitionsService, type WrittenRequest } from '../transitions/request-transitions.service.js';
import { type SeasonSelection, selectSeasons } from './season-selection.js';
import { type AskedSeries, SeriesEvidenceService } from './series-evidence.service.js';
import { planSeries, type SeriesStates } from './series-plan.js';

export interface SeriesSelection extends AskedTitle {
  readonly choice: SeasonChoice;
  readonly qualityProfileId: number;
}

/** Resolves, prices and saves requests for seasons of a series. Each season is requested once. */
@Injectable()
export class SeriesSubmissionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly evidence: SeriesEvidenceService,
    private readonly matches: TvMatchesService,
    private readonly transitions: RequestTransitionsService,
    private readonly allowances: QuotaService,
    private readonly access: InstanceAccessService,
    private readonly policies: RequestPoliciesService,
  ) {}

  /** One transaction. @throws as {@link resolve}, {@link judge}; QuotaExceeded, unless the library proves that less is needed */
  async submit(caller: Caller, series: SeriesSelection): Promise<Submission> {
    const asked = await this.resolve(caller, series);
    const { instanceId } = asked.input;
    const select = async (): Promise<SeasonSelection> =>
      (await this.database.read((tx) => this.judge(tx, caller, asked))).selection;
    const states = await this.evidence.gather(asked, select);
    await this.evidence.requireSameSeasons(asked.series, instanceId);
    const written = await this.saveOrProveOwned(caller, asked, states);
    return written
      ? { kind: 'saved', instanceId, ...written }
      : { kind: 'owned', title: asked.series.facts.title, instanceId };
  }

  /** Of what {@link submit} would save. The library has 250 ms for proof. @throws AppError as it; 503 when allowances can't be read */
  async preview(caller: Caller, selected: SeriesSelection): Promise<PricedSelection> {
    const asked = await this.resolve(caller, selected);
    const { input, series } = asked;
    const { instanceId } = input;
    const { tvdbId } = series.match;
    const states = await this.evidence.glance(input, tvdbId);
    await this.evidence.requireSameSeasons(series, instanceId);
    return failingClosed(() =>
      this.database.read(async (tx) => {
        const { selection } = await this.judge(tx, caller, asked);
        const plan = planSeries(selection, tvdbId, await this.evidence.open(tx, input), states);
        const priced = plan.kind === 'asks' ? [...plan.seasons.keys()] : [];
        const units = seasonUnits(input.tmdbId, priced, selection.work);
        const quote = await this.allowances.preview(tx, caller, { instanceId, units }, this.clock.now());
        return { quote, seasons: [...selection.seasons.keys()] };
      }),
    );
  }

  /** @throws AppError 400 or 403 for the library, before the series is looked up; else as {@link SeriesEvidenceService.resolve} */
  private async resolve(caller: Caller, asked: SeriesSelection): Promise<AskedSeries> {
    const { key, tmdbId, choice, qualityProfileId } = asked;
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, 'tv_manager', asked.instanceId),
    );
    const series = await this.evidence.resolve(tmdbId, instanceId);
    const input = { userId: caller.userId, mediaType: 'tv', key, tmdbId, instanceId } as const;
    return { input, series, choice, qualityProfileId };
  }

  /** Judged before the library is read, and again in the transaction that saves. @throws as {@link resolve}, {@link selectSeasons} */
  private async judge(
    tx: ReadTx,
    caller: Caller,
    { input, series, choice }: AskedSeries,
  ): Promise<{ readonly policy: RequestPolicy; readonly selection: SeasonSelection }> {
    await this.access.resolveDestination(tx, caller, 'tv_manager', input.instanceId);
    const policy = await this.policies.of(tx, caller.userId, caller.role);
    const selection = selectSeasons(effectiveSeasons(policy, choice), series.facts.seasons, series.match);
    return { policy, selection };
  }

  /** Null when the library holds all of it. After a refusal of the allowance, it is asked for proof. */
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
      const { input, series } = asked;
      const seen = await this.evidence.glance(input, series.match.tvdbId, states);
      await this.evidence.requireSameSeasons(series, input.instanceId);
      return save(seen);
    }
  }

  /** Everything is judged again. @param states unknown seasons count as neither held nor deleted */
  private async save(
    tx: WriteTx,
    caller: Caller,
    asked: AskedSeries,
    states: SeriesStates,
  ): Promise<WrittenRequest | null> {
    const { input, series, qualityProfileId } = asked;
    const { tvdbId, revision, provenance } = series.match;
    const { policy, selection } = await this.judge(tx, caller, asked);
    const plan = planSeries(selection, tvdbId, await this.evidence.open(tx, input), states);
    if (plan.kind === 'owned') return null;
    if (plan.kind === 'repeats')
      return { requestId: plan.requestId, isNew: false, pending: plan.pending, spent: false };
    const match = await this.matches.compare(tx, input.tmdbId, revision);
    if (match !== 'unchanged') throw tvMatchRefused(`tv_match_${match}`);
    for (const id of plan.gone) await this.transitions.supersede(tx, id);
    const wanted = {
      ...input,
      title: series.facts.title,
      qualityProfileId,
      tvdbId,
      seasonScope: selection.scope,
      seasonMap: encodeSeasonMap(plan.seasons),
      matchRevision: revision,
      matchProvenance: provenance,
    };
    const units = seasonUnits(input.tmdbId, [...plan.seasons.keys()], selection.work);
    // An accepted request has no key, so that more seasons can be requested beside it.
    const openKeys = { pending: openKey(input), accepted: null };
    const accepted = { input: wanted, openKeys, formats: WHOLE, policy, units };
    return this.transitions.add(tx, caller, accepted, this.clock.now());
  }
}
