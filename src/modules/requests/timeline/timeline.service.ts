import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import { jointDelivery } from '../jobs/joint-delivery.js';
import { RequestKinds } from '../kinds/request-kinds.js';
import { decisionOf } from '../status/request-decision.js';
import { RequestStatusService } from '../status/request-status.service.js';
import type { LibraryFacts, SavedFacts } from './timeline-facts.js';
import { timelineOf, type Timeline } from './timeline.js';

/** A request and where it is. */
export interface RequestTimeline {
  readonly saved: SavedRequest;
  readonly timeline: Timeline;
}

/** Reads where a request is: what is saved of it, and how far its title has come in its library. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly database: Database,
    private readonly statuses: RequestStatusService,
    private readonly access: InstanceAccessService,
    private readonly kinds: RequestKinds,
    private readonly clock: Clock,
  ) {}

  /**
   * Where a request is: one of the caller's own, or their part of a shared one; for an administrator any request.
   *
   * @throws AppError 403 for an unknown request or another account's
   */
  async of(caller: Caller, requestId: number): Promise<RequestTimeline> {
    const { saved, mayRead } = await this.database.read(async (tx) => {
      const saved = await this.statuses.readable(tx, caller, requestId);
      return { saved, mayRead: await this.mayRead(tx, caller, saved) };
    });
    const library = mayRead ?? (await this.arrival(saved));
    return { saved, timeline: timelineOf({ saved: savedFacts(saved), library, now: this.clock.now() }) };
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
