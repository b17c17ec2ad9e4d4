import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { RequestersService, type Requester } from './requesters.service.js';
import { TitlePostersService } from './title-posters.service.js';

/** The most requests that a queue shows at once; later ones follow as these are handled. */
const QUEUE_LIMIT = 500;

/**
 * The states in which the delivery of an accepted request waits. `queued` and `processing` are left out, because the
 * worker handles them soon. `attention` is included, because such a delivery waits for a person.
 */
const PARKED: readonly DispatchState[] = ['retry', 'waiting_library', 'attention'];

/** A waiting request, with what an administrator needs to see. */
export interface QueuedRequest extends SavedRequest {
  /** The accounts that wait for it, its owner among them. */
  readonly requesters: readonly Requester[];
  readonly instanceName: string | null;
  readonly posterPath: string | null;
}

/** Reads the queues of administrators: requests that wait for a decision, and those whose delivery waits. */
@Injectable()
export class RequestQueuesService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly posters: TitlePostersService,
    private readonly requesters: RequestersService,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /** Requests that wait for approval, oldest first. Posters that don't load in time are left out. */
  pending(): Promise<readonly QueuedRequest[]> {
    return this.queue((tx) =>
      tx.find(RequestRow, { where: { status: 'pending' }, order: { id: 'ASC' }, take: QUEUE_LIMIT }),
    );
  }

  /**
   * Accepted requests whose delivery waits for its time, for the library manager or for a person, oldest first. Posters
   * that don't load in time are left out. Source: doc 4 section 1.1, rows parked for delivery.
   */
  parked(): Promise<readonly QueuedRequest[]> {
    return this.queue((tx) =>
      tx
        .createQueryBuilder(RequestRow, 'request')
        .where('request.status = :accepted', { accepted: 'requested' })
        .andWhere(
          `EXISTS (SELECT 1 FROM request_dispatch job WHERE job.request_id = request.id AND job.state IN (:...parked))`,
          { parked: PARKED },
        )
        .orderBy('request.id', 'ASC')
        .limit(QUEUE_LIMIT)
        .getMany(),
    );
  }

  private async queue(rows: (tx: ReadTx) => Promise<readonly RequestRow[]>): Promise<readonly QueuedRequest[]> {
    const { waiting, requesters, names } = await this.database.read(async (tx) => {
      const waiting = await this.dispatches.joined(tx, await rows(tx));
      const instances = await this.directory.all(tx);
      const requesters = await this.requesters.of(
        tx,
        waiting.map(({ request }) => request),
      );
      return { waiting, requesters, names: new Map(instances.map(({ id, name }) => [id, name])) };
    });
    const posters = await this.posters.of(waiting.map(({ request }) => request));
    return waiting.map((one) => ({
      ...one,
      requesters: requesters(one.request),
      instanceName: names.get(one.request.instanceId ?? '') ?? null,
      posterPath: posters(one.request),
    }));
  }
}
