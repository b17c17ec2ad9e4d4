import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import type { DeliveryCode, DispatchState } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { jointDelivery } from '../jobs/joint-delivery.js';
import type { SavedStatus } from '../saved/request-row.entity.js';
import type { MediaType } from '../saved/work.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { decisionOf, type RequestDecision } from './request-decision.js';

/** The saved facts of a request, for modules that publish them. They judge who may see them. */
export interface RequestFact {
  readonly id: number;
  readonly userId: number;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  /** A series: its id in the library's catalog. Null for films. */
  readonly tvdbId: number | null;
  readonly title: string;
  /** Null once the library has been removed. */
  readonly instanceId: string | null;
  readonly status: SavedStatus;
  readonly decision: RequestDecision;
  /** Why it was denied; null for no reason. */
  readonly denyReason: string | null;
  readonly delivery: DispatchState;
  readonly deliveryCode: DeliveryCode | null;
}

/** Reads the saved facts of requests. */
@Injectable()
export class RequestFactsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /** The request of this id, or null. */
  async byId(tx: ReadTx, requestId: number): Promise<RequestFact | null> {
    const request = await this.saved.byId(tx, requestId);
    const [one] = request ? await this.dispatches.joined(tx, [request]) : [];
    if (!request || !one) return null;
    const delivery = jointDelivery(one.deliveries);
    const { id, userId, mediaType, tmdbId, tvdbId, title, instanceId, status } = request;
    const denyReason = request.denyReason || null;
    const saved = { id, userId, mediaType, tmdbId, tvdbId, title, instanceId, status, denyReason };
    return { ...saved, decision: decisionOf(request), delivery: delivery.state, deliveryCode: delivery.code };
  }

  /** The ids of the metadata provider under which this series of a library's catalog was ever requested. */
  tmdbIdsOf(tx: ReadTx, instanceId: string, tvdbId: number): Promise<readonly number[]> {
    return this.saved.tmdbIdsOf(tx, instanceId, tvdbId);
  }

  /** How many requests wait for a decision. */
  countPending(tx: ReadTx): Promise<number> {
    return this.saved.countPending(tx);
  }
}
