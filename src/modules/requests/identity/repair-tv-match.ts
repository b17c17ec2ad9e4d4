import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { AppError, badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { Dispatches } from '../delivery/dispatches.js';
import { SeasonSearchRow } from '../delivery/season-search-row.entity.js';
import { seasonsUnmapped, unknownRequest } from '../requests.errors.js';
import { RequestUpdated } from '../requests.events.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { decodeSeasonMap, encodeSeasonMap } from '../saved/season-map.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { mapSeasons, type TvMatch } from './tv-match.js';
import { tvMatchRefused } from './tv-match-refusal.js';
import { TvMatches } from './tv-matches.js';

/**
 * Gives a request the match of today: the seasons that were asked for, as the library calls them now, are delivered
 * anew. It costs nothing, and what was spent stays spent. Source: doc 4 section 1.14; doc 2 section 4, submission
 * rule 1.
 */
@Injectable()
export class RepairTvMatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
    private readonly matches: TvMatches,
  ) {}

  /**
   * Repairs a request. One that waits for approval goes on waiting; any other is queued. The started marker stays.
   *
   * @param revision of the match that the administrator has seen
   * @throws AppError 400 for an unknown or denied request, and one that isn't for a series; 409 with its code while the
   *   match is paused, can't be told or has another revision, and for seasons that it leaves out; 409 while the
   *   delivery is under way; 502 and 503 as `TvMatches.match`
   */
  async repair(requestId: number, revision: string): Promise<void> {
    const { tmdbId, instanceId } = await this.database.read((tx) => this.repairable(tx, requestId));
    const match = await this.matches.match(tmdbId, instanceId);
    if (match.problem !== null) throw tvMatchRefused(match.problem);
    if (match.revision !== revision) throw tvMatchRefused('tv_match_changed');
    await this.database.write(async (tx) => {
      const request = await this.repairable(tx, requestId);
      await this.refuseUnlessStanding(tx, match);
      await this.rematch(tx, request, match);
      await this.replay(tx, request);
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  private async repairable(tx: ReadTx, requestId: number): Promise<RequestRow> {
    const request = await this.saved.byId(tx, requestId);
    if (!request) throw unknownRequest();
    if (request.mediaType !== 'tv') throw badRequest('this request is not for a series');
    if (request.status === 'denied') throw badRequest('this request has been denied or cancelled');
    if (request.instanceId === null) throw badRequest('the library of this request has been removed');
    return request;
  }

  private async refuseUnlessStanding(tx: ReadTx, { tmdbId, revision }: TvMatch): Promise<void> {
    const standing = await this.matches.stands(tx, tmdbId, revision);
    if (standing !== 'stands') throw tvMatchRefused(standing === 'paused' ? 'tv_match_paused' : 'tv_match_changed');
  }

  private async rematch(tx: WriteTx, { id, seasonMap }: RequestRow, match: TvMatch): Promise<void> {
    const { map, unmapped } = mapSeasons(match, [...decodeSeasonMap(seasonMap).keys()]);
    if (unmapped.length > 0) throw seasonsUnmapped(unmapped);
    await this.saved.change(tx, id, {
      tvdbId: match.tvdbId,
      seasonMap: encodeSeasonMap(map),
      matchRevision: match.revision,
      matchProvenance: match.provenance,
    });
  }

  /** What the delivery remembers of the former target says nothing about this one. */
  private async replay(tx: WriteTx, { id }: RequestRow): Promise<void> {
    const delivery = await this.dispatches.ofRequest(tx, id);
    if (delivery?.state === 'processing') throw new AppError('delivery_in_progress', 409, 'delivery in progress');
    await tx.delete(SeasonSearchRow, { requestId: id });
    if (delivery?.state === 'approval') return;
    await this.saved.change(tx, id, { status: 'requested', completedAt: null });
    await this.dispatches.change(tx, id, {
      state: 'queued',
      attempts: 0,
      nextAttemptAt: this.clock.now(),
      code: null,
      message: '',
      mutation: null,
      searchMark: null,
    });
  }
}
