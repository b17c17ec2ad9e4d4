import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { QuotaService, QuotaExceeded, seasonUnits } from '../../quotas/quotas.public.js';
import {
  encodeSeasonMap,
  pickSeasons,
  TvMatchesService,
  tvMatchRefused,
} from '../../series-matching/series-matching.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { Amended, ApprovalWrite } from '../kinds/approval.js';
import { SeriesResolverService, type ResolvedMatch } from './series-resolver.service.js';
import { selectSeasons, type SeasonSelection } from './season-selection.js';
import { openSeries, SeriesEvidenceService } from './series-evidence.service.js';
import { planSeries, type SeriesStates } from './series-plan.js';
import type { SeasonScope } from '../policy/request-settings.js';
import { requesterLacksAccess } from '../requests.errors.js';
import type { RequestSubject } from '../saved/work.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { amendSeasons } from './season-amendment.js';

/** A request for a series in a library that still exists. */
type SeriesRequest = RequestRow & { readonly instanceId: string };

/** Checks the match of a series before an approval, and applies an administrator's choice of seasons. */
@Injectable()
export class SeriesAmendmentService {
  constructor(
    private readonly series: SeriesResolverService,
    private readonly matches: TvMatchesService,
    private readonly evidence: SeriesEvidenceService,
    private readonly allowances: QuotaService,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * Approves a request while the match that it was made by is valid. Another choice of seasons is resolved with the
   * provider's current list; the requester pays for added seasons and is refunded for removed ones.
   *
   * @param scope undefined for the requested seasons
   * @param write called again when an allowance refused and the library answers in time what it holds
   * @returns the result of `write`
   * @throws AppError 400 when the choice leaves no season to request; 409 `tv_match_changed`, `tv_match_paused` and
   *   other codes when another match or no match is valid; 503 while the match is unknown. Source: doc 4 section 1.14
   * @throws QuotaExceeded 429 when the requester's allowance doesn't cover the added seasons
   */
  async amended(request: RequestRow, scope: SeasonScope | undefined, write: ApprovalWrite): Promise<readonly number[]> {
    if (!hasLibrary(request)) throw requesterLacksAccess();
    const match = await this.validMatch(request);
    if (scope === undefined) return write((tx, pending) => this.unchanged(tx, pending));
    const series = await this.series.resolve(request.tmdbId, request.instanceId);
    const selection = selectSeasons(scope, series.facts.seasons, match);
    const input = inputOf(request);
    const attempt = (states: SeriesStates): Promise<readonly number[]> =>
      write((tx, pending, at) => this.reselected(tx, pending, selection, states, at));
    const known = await this.evidence.warm(input, match.tvdbId);
    await this.series.assertAlike(series, request.instanceId);
    try {
      return await attempt(known);
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      const seen = await this.evidence.glance(input, match.tvdbId, known);
      await this.series.assertAlike(series, request.instanceId);
      return attempt(seen);
    }
  }

  private async validMatch({ tmdbId, instanceId, matchRevision }: SeriesRequest): Promise<ResolvedMatch> {
    const match = await this.series.match(tmdbId, instanceId);
    if (match.revision !== matchRevision) throw tvMatchRefused('tv_match_changed');
    return match;
  }

  private async unchanged(tx: WriteTx, { tmdbId, matchRevision }: RequestRow): Promise<Amended> {
    const match = await this.matches.compare(tx, tmdbId, matchRevision);
    if (match !== 'unchanged') throw tvMatchRefused(`tv_match_${match}`);
    return { change: AS_ASKED, respent: [] };
  }

  /**
   * Keeps the chosen seasons that the request already covers and adds the others, except those that another open
   * request of the account covers or that the library holds.
   *
   * @throws AppError 400 when no season is left
   */
  private async reselected(
    tx: WriteTx,
    request: RequestRow,
    selection: SeasonSelection,
    states: SeriesStates,
    at: number,
  ): Promise<Amended> {
    await this.unchanged(tx, request);
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
    if (map.size === 0) throw badRequest('this choice leaves nothing: the library or another request has all of it');
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
