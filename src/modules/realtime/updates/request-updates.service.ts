import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import {
  RequestAutoApproved,
  RequestDecided,
  RequestFactsService,
  RequestForgotten,
  RequestPending,
  RequestUpdated,
  type RequestFact,
} from '../../requests/requests.public.js';
import type { AddressedFrame } from './announcement.js';
import { NotifierService } from './notifier.service.js';
import { autoApprovedFrame, decisionFrames, pendingFrame, quotaFrame, updatedFrames } from './request-frames.js';

/** Requests and allowances share one queue, so that related frames keep their order. */
const QUEUE = 'requests';

/** What a frame says of a request, read when its turn comes. */
type Compose = (fact: RequestFact, tx: ReadTx) => Composed | Promise<Composed>;

type Composed = AddressedFrame | readonly AddressedFrame[] | null;

/** Tells requesters and administrators what becomes of requests. Source: doc 4 section 1.19. */
@Injectable()
export class RequestUpdatesService implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly database: Database,
    private readonly facts: RequestFactsService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    this.on(RequestPending, async (fact, tx) => pendingFrame(fact, await this.facts.countPending(tx)));
    this.on(RequestAutoApproved, async (fact, tx) => autoApprovedFrame(fact, await this.facts.countPending(tx)));
    this.on(RequestDecided, decisionFrames);
    this.on(RequestUpdated, updatedFrames);
    this.on(RequestForgotten, updatedFrames);
    this.events.on(RequestQuotaChanged, ({ userId }) => {
      this.notifier.announce(QUEUE, { key: `quota ${userId}`, compose: async () => quotaFrame(userId) });
    });
  }

  private on(type: EventType<{ readonly requestId: number }>, compose: Compose): void {
    this.events.on(type, ({ requestId }) => {
      this.notifier.announce(QUEUE, {
        key: `${type.name} ${requestId}`,
        compose: () =>
          this.database.read(async (tx) => {
            const fact = await this.facts.byId(tx, requestId);
            return fact && (await compose(fact, tx));
          }),
      });
    });
  }
}
