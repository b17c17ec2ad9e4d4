import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { DispatchesRepository, type ClaimedJob } from '../jobs/dispatches.repository.js';
import { SeasonSearchRow } from './season-search-row.entity.js';
import { LeaseLost } from '../kinds/delivery-outcome.js';
import { hasRun } from './wanted-episodes.js';
import { jobSubject, WriteRetryQueue } from '../delivery/write-retry-queue.js';
import type { OwedSearch } from './plan-series-delivery.js';

/**
 * The searches of deliveries for seasons: noted before they are sent, settled afterwards. Every method that takes a job
 * throws LeaseLost when this worker no longer holds it.
 */
@Injectable()
export class SeasonSearchesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly dispatches: DispatchesRepository,
    private readonly writes: WriteRetryQueue,
  ) {}

  /**
   * The seasons whose search has been carried out. Searches that are recognised as carried out only now are settled.
   *
   * @param latestOf when the missing episodes of a season were last searched for, in epoch milliseconds; null for never
   */
  async carriedOut(job: ClaimedJob, latestOf: (season: number) => number | null): Promise<ReadonlySet<number>> {
    const rows = await this.database.read((tx) => tx.findBy(SeasonSearchRow, { requestId: job.requestId }));
    const ran = rows.filter((row) => hasRun(row, latestOf(row.season)));
    for (const { season, sentAt } of ran) if (sentAt === null) await this.settle(job, season);
    return new Set(ran.map(({ season }) => season));
  }

  /** Commits that a search is about to be sent. A search that was noted earlier keeps its mark. */
  note(job: ClaimedJob, { season, mark }: OwedSearch): Promise<void> {
    return this.writing(job, async (tx) => {
      if (await tx.existsBy(SeasonSearchRow, { requestId: job.requestId, season })) return;
      await tx.insert(SeasonSearchRow, { requestId: job.requestId, season, searchMark: mark, sentAt: null });
    });
  }

  /**
   * Commits that a search was sent, so that it is never repeated. When the storage fails, the write is repeated later.
   */
  settle(job: ClaimedJob, season: number): Promise<void> {
    const settle = (): Promise<void> =>
      this.writing(job, async (tx, now) => {
        await tx.update(SeasonSearchRow, { requestId: job.requestId, season }, { sentAt: now });
      });
    return this.writes.make(jobSubject(job), settle);
  }

  private async writing(job: ClaimedJob, work: (tx: WriteTx, now: number) => Promise<void>): Promise<void> {
    await this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      await work(tx, now);
    });
  }
}
