import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { jointDelivery } from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { decisionOf } from '../status/request-decision.js';
import { RequestStatusService } from '../status/request-status.service.js';
import type { LibraryFacts, SavedFacts } from './stall.js';
import { type Timeline, timelineOf } from './timeline.js';

@Injectable()
export class TimelineService {
  constructor(
    private readonly database: Database,
    private readonly statuses: RequestStatusService,
    private readonly access: InstanceAccessService,
    private readonly kinds: RequestKinds,
    private readonly clock: Clock,
  ) {}

  /** For an administrator any request. @throws AppError 403 for an unknown request or another account's */
  find(caller: Caller, requestId: number): Promise<SavedRequest> {
    return this.database.read((tx) => this.statuses.readable(tx, caller, requestId));
  }

  async of(caller: Caller, saved: SavedRequest): Promise<Timeline> {
    const mayRead = await this.database.read((tx) => this.mayRead(tx, caller, saved));
    const library = mayRead ?? (await this.arrival(saved));
    return timelineOf({ saved: savedFacts(saved), library, now: this.clock.now() });
  }

  /** Null when the library is to be asked. */
  private async mayRead(tx: ReadTx, caller: Caller, { request }: SavedRequest): Promise<LibraryFacts | null> {
    const unread = (reason: 'removed' | 'not_allowed' | 'not_asked'): LibraryFacts => ({
      known: false,
      reason,
      lastReadAt: null,
    });
    if (request.status === 'pending') return unread('not_asked');
    if (request.instanceId === null) return unread('removed');
    const isAllowed = await this.access.mayUse(tx, caller.userId, caller.role, request.instanceId);
    return isAllowed || caller.role === 'admin' ? null : unread('not_allowed');
  }

  private arrival(saved: SavedRequest): Promise<LibraryFacts> {
    return this.kinds.of(saved.request.mediaType).arrival(saved);
  }
}

function savedFacts({ request, deliveries }: SavedRequest): SavedFacts {
  const { mediaType, requestedAt, decidedAt, denyReason, completedAt } = request;
  const { state, code, lastAttemptAt, nextAttemptAt, waitingSince } = jointDelivery(deliveries);
  return {
    ...{ mediaType, decision: decisionOf(request), requestedAt, decidedAt, completedAt },
    denyReason: denyReason || null,
    delivery: { state, code, lastAttemptAt, nextAttemptAt, waitingSince },
  };
}
