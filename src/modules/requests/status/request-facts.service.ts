import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { DeliveryAccessService } from '../delivery/delivery-access.service.js';
import { jointDelivery } from '../kinds/request-status.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import type { BookFormat, DeliveryCode, DispatchState, JobFormat } from '../saved/job-rows.js';
import { decisionOf, type RequestDecision } from '../saved/request-decision.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { RequestRow } from '../saved/rows.js';
import type { Work } from '../saved/work.js';

/** The saved facts of a request, for modules that publish them. They judge who may see them. */
export interface RequestFact extends Readonly<Pick<RequestRow, FactColumns>> {
  readonly decision: RequestDecision;
  readonly denyReason: string | null;
  readonly delivery: DispatchState;
  readonly deliveryCode: DeliveryCode | null;
  readonly deliveries: readonly { readonly format: JobFormat; readonly state: DispatchState }[];
  /** Whom its news are for: its requester, or all who wait for it and may use the library, with their formats. */
  readonly audience: readonly { readonly userId: number; readonly formats: readonly BookFormat[] }[];
}

type FactColumns =
  | 'id'
  | 'userId'
  | 'requesterName'
  | 'mediaType'
  | 'tmdbId'
  | 'tvdbId'
  | 'title'
  | 'instanceId'
  | 'status'
  | 'foreignId'
  | 'bookFormat';

/** The saved facts of requests, for modules that publish them. */
@Injectable()
export class RequestFactsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly access: DeliveryAccessService,
  ) {}

  async byId(tx: ReadTx, requestId: number): Promise<RequestFact | null> {
    const request = await this.saved.byId(tx, requestId);
    const [one] = request ? await this.dispatches.joined(tx, [request]) : [];
    if (!request || !one) return null;
    const delivery = jointDelivery(one.deliveries);
    const { id, userId, requesterName, mediaType, tmdbId, tvdbId, title, instanceId, status, foreignId, bookFormat } =
      request;
    return {
      ...{ id, userId, requesterName, mediaType, tmdbId, tvdbId, title, instanceId, status, foreignId, bookFormat },
      denyReason: request.denyReason || null,
      decision: decisionOf(request),
      delivery: delivery.state,
      deliveryCode: delivery.code,
      deliveries: one.deliveries.map(({ format, state }) => ({ format, state })),
      audience:
        bookFormat === ''
          ? [{ userId, formats: [] }]
          : (await this.access.audience(tx, { requestId, userId, instanceId })).allowed,
    };
  }

  /** Oldest first, with those who wait and may use it now. @param work with the key by which an event such as `BookProgressed` names it */
  async awaiting(tx: ReadTx, instanceId: string, work: Work): Promise<readonly RequestFact[]> {
    const facts: RequestFact[] = [];
    for (const requestId of await this.saved.awaiting(tx, instanceId, work)) {
      const fact = await this.byId(tx, requestId);
      if (fact) facts.push({ ...fact, audience: (await this.access.audience(tx, { ...fact, requestId })).allowed });
    }
    return facts;
  }

  /** The ids of the metadata provider under which this series of a library's catalog was ever requested. */
  async tmdbIdsOf(tx: ReadTx, instanceId: string, tvdbId: number): Promise<readonly number[]> {
    const rows = await tx
      .createQueryBuilder(RequestRow, 'request')
      .select('request.tmdb_id', 'tmdbId')
      .where('request.tvdb_id = :tvdbId AND request.instance_id = :instanceId', { tvdbId, instanceId })
      .distinct(true)
      .orderBy('request.tmdb_id', 'ASC')
      .getRawMany<{ readonly tmdbId: number }>();
    return rows.map(({ tmdbId }) => tmdbId);
  }

  countPending(tx: ReadTx): Promise<number> {
    return tx.countBy(RequestRow, { status: 'pending' });
  }
}
