import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { QuotaService, seasonUnits } from '../../quotas/quotas.public.js';
import {
  encodeSeasonMap,
  pickSeasons,
  TvMatchesService,
  tvMatchRefused,
} from '../../series-matching/series-matching.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { Amended, DecisionOverride, RequestAmendments } from '../kinds/request-kind.js';
import { requesterLacksAccess } from '../requests.errors.js';
import type { RequestRow } from '../saved/rows.js';
import type { RequestSubject } from '../saved/work.js';
import { amendSeasons, seasonOverride, type SeasonSelection, selectSeasons } from './season-selection.js';
import {
  openSeries,
  type ResolvedMatch,
  type ResolvedSeries,
  SeriesEvidenceService,
} from './series-evidence.service.js';
import { planSeries, type SeriesStates } from './series-plan.js';

type SeriesRequest = RequestRow & { readonly instanceId: string };

interface ChosenSeasons {
  readonly series: ResolvedSeries;
  readonly match: ResolvedMatch;
  readonly selection: SeasonSelection;
  readonly states: SeriesStates;
}

export type SeriesAmendment = ChosenSeasons | null;

@Injectable()
export class SeriesAmendmentService implements RequestAmendments<SeriesAmendment> {
  constructor(
    private readonly matches: TvMatchesService,
    private readonly evidence: SeriesEvidenceService,
    private readonly allowances: QuotaService,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * Approved while its match is valid. Added seasons are paid for, removed ones refunded.
   * @throws AppError 400 when the choice names no season; 409 with its code when another match or none is valid; 503
   * while it is unknown
   */
  async plan(request: RequestRow, { seasonScope }: DecisionOverride): Promise<SeriesAmendment> {
    const scope = seasonOverride(seasonScope, request.seasonScope);
    if (!hasLibrary(request)) throw requesterLacksAccess();
    const match = await this.validMatch(request);
    if (scope === undefined) return null;
    const series = await this.evidence.resolve(request.tmdbId, request.instanceId);
    const selection = selectSeasons(scope, series.facts.seasons, match);
    const states = await this.evidence.warm(inputOf(request), match.tvdbId);
    await this.evidence.requireSameSeasons(series, request.instanceId);
    return { series, match, selection, states };
  }

  async prove(request: RequestRow, plan: SeriesAmendment): Promise<SeriesAmendment> {
    if (!plan || !hasLibrary(request)) return null;
    const states = await this.evidence.glance(inputOf(request), plan.match.tvdbId, plan.states);
    await this.evidence.requireSameSeasons(plan.series, request.instanceId);
    return { ...plan, states };
  }

  /** @throws AppError 400 when no season is left; 409 when the match has changed; QuotaExceeded 429 */
  async apply(tx: WriteTx, request: RequestRow, plan: SeriesAmendment, at: number): Promise<Amended> {
    await this.requireMatch(tx, request);
    return plan ? this.reselect(tx, request, plan, at) : { change: AS_ASKED, respent: [] };
  }

  private async validMatch({ tmdbId, instanceId, matchRevision }: SeriesRequest): Promise<ResolvedMatch> {
    const match = await this.evidence.match(tmdbId, instanceId);
    if (match.revision !== matchRevision) throw tvMatchRefused('tv_match_changed');
    return match;
  }

  private async requireMatch(tx: WriteTx, { tmdbId, matchRevision }: RequestRow): Promise<void> {
    const match = await this.matches.compare(tx, tmdbId, matchRevision);
    if (match !== 'unchanged') throw tvMatchRefused(`tv_match_${match}`);
  }

  /** Keeps the chosen seasons that the request covers; adds those that no other request covers or library has. */
  private async reselect(
    tx: WriteTx,
    request: RequestRow,
    { selection, states }: ChosenSeasons,
    at: number,
  ): Promise<Amended> {
    if (!hasLibrary(request)) throw requesterLacksAccess();
    const { id, userId, tmdbId, instanceId } = request;
    const requester = await this.accounts.byId(tx, userId);
    if (!requester) throw requesterLacksAccess();
    const asked = openSeries(request, 'approval');
    const { kept, added } = amendSeasons(asked, selection);
    const others = (await this.evidence.open(tx, inputOf(request))).filter((other) => other.id !== id);
    const plan = planSeries({ seasons: added, work: selection.work }, asked.tvdbId, others, states);
    const charged = plan.kind === 'asks' ? [...plan.seasons.keys()] : [];
    const map = pickSeasons(selection.seasons, [...kept.keys(), ...charged]);
    if (map.size === 0)
      throw badRequest('no_season_left', 'this choice leaves nothing: the library or another request has all of it');
    const dropped = seasonUnits(
      tmdbId,
      [...asked.seasons.keys()].filter((season) => !map.has(season)),
      asked.work,
    );
    const keys = dropped.map(({ key }) => key);
    const refunded = await this.allowances.release(tx, id, { reason: 'denied', keys }, at);
    const units = seasonUnits(tmdbId, charged, selection.work);
    const spender = { userId, role: requester.role };
    const spent = await this.allowances.charge(tx, id, spender, { instanceId, units }, at);
    return {
      change: { ...AS_ASKED, seasonScope: selection.scope, seasonMap: encodeSeasonMap(map) },
      respent: spent ? [...new Set([...refunded, userId])] : refunded,
    };
  }
}

/** From its approval on, more seasons may be requested beside it. */
const AS_ASKED = { openKey: null } as const;

function hasLibrary(request: RequestRow): request is SeriesRequest {
  return request.instanceId !== null;
}

function inputOf({ userId, mediaType, key, instanceId }: SeriesRequest): RequestSubject {
  return { userId, mediaType, key, instanceId };
}
