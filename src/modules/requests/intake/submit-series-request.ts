import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { QuotaExceeded } from '../../quotas/quotas.public.js';
import type { Submission, WrittenRequest } from './accept-request.js';
import { SaveSeriesRequest } from './save-series-request.js';
import { SeriesEvidence } from './series-evidence.js';
import type { SeriesStates } from './series-plan.js';
import { SeriesWishes, type AskedSeries, type SeriesWish } from './series-wish.js';

/** Takes a request for seasons of a series: durable before it is acknowledged, and each season only once. */
@Injectable()
export class SubmitSeriesRequest {
  constructor(
    private readonly database: Database,
    private readonly wishes: SeriesWishes,
    private readonly evidence: SeriesEvidence,
    private readonly saving: SaveSeriesRequest,
  ) {}

  /**
   * Saves the request, what it costs and its delivery job in one write. Delivery itself is the worker's.
   *
   * @throws AppError 400, 403, 404, 409 or 503 as {@link SeriesWishes}
   * @throws QuotaExceeded 429 when the caller's allowance has not enough left, unless the library is quick to prove
   *   that less has to be spent. Source: doc 4 section 1.18
   */
  async submit(caller: Caller, series: SeriesWish): Promise<Submission> {
    const asked = await this.wishes.resolve(caller, series);
    const { instanceId } = asked.wish;
    const written = await this.saved(caller, asked);
    return written
      ? { kind: 'saved', instanceId, ...written }
      : { kind: 'owned', title: asked.series.title, instanceId };
  }

  private async saved(caller: Caller, asked: AskedSeries): Promise<WrittenRequest | null> {
    const { selection } = await this.database.read((tx) => this.wishes.judge(tx, caller, asked));
    const save = (states: SeriesStates) => this.database.write((tx) => this.saving.save(tx, caller, asked, states));
    const states = await this.evidence.gather(asked, selection);
    try {
      return await save(states);
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      return save(await this.evidence.glance(asked.wish, asked.series.match.tvdbId, states));
    }
  }
}
