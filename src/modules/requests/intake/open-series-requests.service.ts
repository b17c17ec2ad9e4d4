import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { decodeSeasonMap } from '../../series-matching/series-matching.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import type { RequestSubject } from '../saved/request-subject.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { OpenSeries } from './series-plan.js';

/** Which requests of an account stand for a series in a library? */
@Injectable()
export class OpenSeriesRequestsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /** Those that were accepted, newest first, and before them the one that awaits a decision. */
  async of(tx: ReadTx, input: RequestSubject): Promise<readonly OpenSeries[]> {
    const pending = await this.saved.open(tx, input);
    const accepted = await this.saved.accepted(tx, input);
    const joined = await this.dispatches.joined(tx, pending ? [pending, ...accepted] : accepted);
    return joined
      .filter(({ delivery }) => delivery.state !== 'cancelled')
      .map(({ request, delivery }) => openSeries(request, delivery.state));
  }
}

/**
 * A stored request for a series, with where its delivery stands.
 *
 * @throws StorageError 503 for a row that doesn't say which series and seasons it is for
 */
export function openSeries(request: RequestRow, delivery: DispatchState): OpenSeries {
  const { id, tvdbId, seasonMap, seasonScope, status } = request;
  if (tvdbId === null) throw new StorageError('corrupt', new Error('a request for a series names no series'));
  return {
    id,
    pending: status === 'pending',
    delivery,
    tvdbId,
    seasons: decodeSeasonMap(seasonMap),
    work: seasonScope === 'pilot' ? 'pilot' : 'season',
  };
}
