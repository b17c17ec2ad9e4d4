import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { WriteTx } from '../../../core/database/database.js';
import { seasonUnits } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, TvMatches, tvMatchRefused } from '../../series-matching/series-matching.public.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { AcceptRequest, type WrittenRequest } from './accept-request.js';
import { planSeries, type SeriesStates } from './series-plan.js';
import { SeriesWishes, type AskedSeries } from './series-wish.js';
import { StandingSeriesRequests } from './standing-series.js';

/** The part of a series' submission that happens inside its write: what holds now decides, nothing seen before. */
@Injectable()
export class SaveSeriesRequest {
  constructor(
    private readonly wishes: SeriesWishes,
    private readonly matches: TvMatches,
    private readonly standing: StandingSeriesRequests,
    private readonly saved: SavedRequests,
    private readonly acceptance: AcceptRequest,
  ) {}

  /**
   * Reuses the request that stands, or writes a new one for the seasons that none stands for.
   *
   * @param states what is known of the series; what isn't is neither owned nor gone
   * @returns null when the library holds all of it
   * @throws AppError 400, 403 and 409 as {@link SeriesWishes}; QuotaExceeded when the caller's allowance has not enough
   *   left. They leave the write, and nothing is kept
   */
  async save(tx: WriteTx, caller: Caller, asked: AskedSeries, states: SeriesStates): Promise<WrittenRequest | null> {
    const { wish, series, qualityProfileId } = asked;
    const { tvdbId, revision, provenance } = series.match;
    const { policy, selection } = await this.wishes.judge(tx, caller, asked);
    const plan = planSeries(selection, tvdbId, await this.standing.of(tx, wish), states);
    if (plan.kind === 'owned') return null;
    if (plan.kind === 'repeats')
      return { requestId: plan.requestId, isNew: false, pending: plan.pending, spent: false };
    const match = await this.matches.stands(tx, wish.tmdbId, revision);
    if (match !== 'stands') throw tvMatchRefused(`tv_match_${match}`);
    for (const id of plan.gone) await this.saved.change(tx, id, { status: 'unavailable' });
    const wanted = {
      ...wish,
      title: series.title,
      qualityProfileId,
      tvdbId,
      seasonScope: selection.scope,
      seasonMap: encodeSeasonMap(plan.seasons),
      matchRevision: revision,
      matchProvenance: provenance,
    };
    const units = seasonUnits(wish.tmdbId, [...plan.seasons.keys()], selection.work);
    return this.acceptance.accept(tx, caller, wanted, policy, units);
  }
}
