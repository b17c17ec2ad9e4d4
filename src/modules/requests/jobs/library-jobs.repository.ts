import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, Raw } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { DispatchRow, OPEN_STATES, type DispatchState } from './dispatch-row.entity.js';

/** Jobs that wait for a decision or for their delivery; those that need a person don't keep a library. */
const WAITING: readonly DispatchState[] = ['approval', 'processing', 'queued', 'retry', 'waiting_library'];

/** The jobs of a library that is to be removed, or has got another address. */
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
    await tx.update(DispatchRow, { ...ofLibrary(instanceId), openKey: Not(IsNull()) }, { openKey: null });
  }

  /**
   * Forgets the records that jobs of a library are bound to, and what the open ones have begun there. A worker that is at
   * one loses its lease, and the job is due again. The ids under which titles are filed stay: they mean the same anywhere.
   */
  async forgetRecords(tx: WriteTx, instanceId: string): Promise<void> {
    const jobs = ofLibrary(instanceId);
    await tx.update(DispatchRow, { ...jobs, recordId: Not(IsNull()) }, { recordId: null });
    const begun = { mutation: null, searchMark: null, heldEpisodes: null };
    await tx.update(DispatchRow, { ...jobs, state: In(OPEN_STATES) }, begun);
    await tx.update(DispatchRow, { ...jobs, state: 'processing' }, { leaseToken: null, leaseUntil: 0 });
  }
}

function ofLibrary(instanceId: string) {
  return {
    requestId: Raw((id) => `${id} IN (SELECT id FROM request_log WHERE instance_id = :instanceId)`, { instanceId }),
  };
}
