import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { QuotaService } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, type SeasonMap } from '../../series-matching/series-matching.public.js';
import { WHOLE } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { SeasonSearchRow } from './season-search-row.entity.js';
import { deliveryInProgress } from '../requests.errors.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { FRESH_JOB } from '../transitions/job-changes.js';

/** The columns that another match changes. */
export type MatchChange = Pick<RequestRow, 'tvdbId' | 'seasonMap' | 'matchRevision' | 'matchProvenance'>;

/**
 * Changes what an open request for a series is for: the request, its delivery job and its charges change in one
 * transaction. Source: doc 4 sections 1.9 and 1.14.
 */
@Injectable()
export class SeriesTransitionsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * Gives an open request for a series another target in the library's catalog. A request that waits for a decision
   * keeps waiting; any other is delivered again. The state of the delivery to the former target is dropped; the started
   * marker stays.
   *
   * @throws AppError 409 while its delivery is under way
   */
  async rematched(tx: WriteTx, requestId: number, change: MatchChange, now: number): Promise<void> {
    const job = { requestId, format: WHOLE[0] };
    const delivery = await this.dispatches.byKey(tx, job);
    if (delivery?.state === 'processing') throw deliveryInProgress();
    await this.saved.change(tx, requestId, change);
    await tx.delete(SeasonSearchRow, { requestId });
    if (delivery?.state === 'approval') return;
    await this.saved.change(tx, requestId, { completedAt: null });
    await this.dispatches.change(tx, job, { ...FRESH_JOB, nextAttemptAt: now });
  }

  /**
   * Removes seasons that the library can't have from an accepted request for a series, and refunds them.
   *
   * @param map the remaining seasons
   * @param givenUp keys of the units of the removed seasons
   * @returns the refunded accounts
   */
  async narrowed(
    tx: WriteTx,
    requestId: number,
    { map, givenUp }: { readonly map: SeasonMap; readonly givenUp: readonly string[] },
    now: number,
  ): Promise<readonly number[]> {
    await this.saved.change(tx, requestId, { seasonMap: encodeSeasonMap(map) });
    return this.allowances.release(tx, requestId, { reason: 'no_op', keys: givenUp }, now);
  }
}
