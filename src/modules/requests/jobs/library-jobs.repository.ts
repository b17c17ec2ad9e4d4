import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { DispatchRow, type DispatchState } from './dispatch-row.entity.js';

/** Jobs that wait for a decision or for their delivery; those that need a person don't keep a library. */
const WAITING: readonly DispatchState[] = ['approval', 'processing', 'queued', 'retry', 'waiting_library'];

/** The jobs of a library that is to be removed. */
@Injectable()
export class LibraryJobsRepository {
  /** How many requests of a library wait for a decision or for their delivery. */
  async countWaiting(tx: ReadTx, instanceId: string): Promise<number> {
    const counted = await tx
      .createQueryBuilder(DispatchRow, 'job')
      .innerJoin(RequestRow, 'request', 'request.id = job.request_id')
      .select('COUNT(DISTINCT job.request_id)', 'requests')
      .where('request.instance_id = :instanceId AND job.state IN (:...waiting)', { instanceId, waiting: WAITING })
      .getRawOne<{ readonly requests: number | string }>();
    return Number(counted?.requests ?? 0);
  }

  /** Releases the open keys of the jobs, as long as their requests still name the library. */
  async releaseKeys(tx: WriteTx, instanceId: string): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(DispatchRow)
      .set({ openKey: null })
      .where('open_key IS NOT NULL')
      .andWhere('request_id IN (SELECT id FROM request_log WHERE instance_id = :instanceId)', { instanceId })
      .execute();
  }
}
