import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { RequestRow } from '../saved/request-row.entity.js';

const LIST_LIMIT = 200;

/** The requests that a changed match has left behind. */
@Injectable()
export class RepairableRequestsService {
  constructor(
    private readonly database: Database,
    private readonly matches: TvMatchesService,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /**
   * Requests for a series that stand and were made by another match than today's, the newest first, at most 200. Source: doc 4 section 1.1, repairs.
   *
   * @param instanceId the library that is asked where nothing stored says what today's match is
   * @throws AppError 404, 502 or 503 as `TvMatchesService.match`: without today's match nobody can say who was left behind
   */
  async of(tmdbId: number, instanceId: string | null): Promise<readonly SavedRequest[]> {
    const { revision } = await this.matches.match(tmdbId, instanceId);
    return this.database.read(async (tx) => this.dispatches.joined(tx, await madeOtherwise(tx, tmdbId, revision)));
  }
}

function madeOtherwise(tx: ReadTx, tmdbId: number, revision: string): Promise<RequestRow[]> {
  return tx
    .createQueryBuilder(RequestRow, 'request')
    .where("request.tmdb_id = :tmdbId AND request.media_type = 'tv'", { tmdbId })
    .andWhere("request.status IN ('pending', 'requested') AND request.forgotten_at IS NULL")
    .andWhere('(request.match_revision IS NULL OR request.match_revision <> :revision)', { revision })
    .orderBy('request.id', 'DESC')
    .take(LIST_LIMIT)
    .getMany();
}
