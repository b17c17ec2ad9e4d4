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
import type { AddressedFrame } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/** Requests and allowances share one queue, so that related frames keep their order. */
const QUEUE = 'requests';

type Compose = (fact: RequestFact, tx: ReadTx) => Composed | Promise<Composed>;

type Composed = AddressedFrame | readonly AddressedFrame[] | null;

@Injectable()
export class RequestUpdatesService implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly database: Database,
    private readonly facts: RequestFactsService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    this.on(RequestPending, (fact, tx) =>
      fact.decision === 'pending' ? this.intake('request_pending', fact, tx) : null,
    );
    this.on(RequestAutoApproved, (fact, tx) => this.intake('request_auto_approved', fact, tx));
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

  /** Tells administrators of a new request, and how many wait for a decision, this one among them if it does. */
  private async intake(type: string, fact: RequestFact, tx: ReadTx): Promise<AddressedFrame> {
    const pending_count = await this.facts.countPending(tx);
    return {
      frame: { type, data: { ...titleOf(fact), pending_count, ...placeOf(fact) } },
      audience: { of: 'administrators' },
      title: fact,
    };
  }
}

/** None when the request has gone on since. Those who wait for a shared request are told of the formats that they wait for. */
function decisionFrames(fact: RequestFact): readonly AddressedFrame[] {
  const { id, decision, status, denyReason } = fact;
  if (decision !== 'approved' && decision !== 'denied') return [];
  const reason = decision === 'denied' && denyReason !== null ? { reason: denyReason } : {};
  const { book_format: _all, ...title } = titleOf(fact);
  return [...byFormats(fact)].map(([book_format, { formats, userIds }]) => {
    const wanted =
      formats.length === 0
        ? {}
        : { book_format, book_formats: Object.fromEntries(formats.map((format) => [format, status])) };
    return {
      frame: {
        type: 'request_decision',
        data: { request_id: id, decision, ...title, ...placeOf(fact), status, ...wanted, ...reason },
      },
      audience: { of: 'accounts', userIds, administrators: false },
      title: fact,
    };
  });
}

/** The deliveries of a request have moved: how each stands, for those who wait for it. */
function updatedFrames(fact: RequestFact): readonly AddressedFrame[] {
  const { id, instanceId, foreignId, audience, deliveries } = fact;
  const { book_format: _all, ...title } = titleOf(fact);
  const place = { ...title, instance_id: instanceId ?? '', foreign_id: foreignId ?? '' };
  return deliveries.map(({ format, state }) => {
    const waiting = audience.filter(({ formats }) => format === '' || formats.includes(format));
    const of = format === '' ? {} : { book_format: format };
    return {
      frame: { type: 'request_updated', data: { request_id: id, delivery_state: state, ...place, ...of } },
      audience: { of: 'accounts', userIds: waiting.map(({ userId }) => userId), administrators: true },
      title: fact,
    };
  });
}

/** The receivers, by the formats that they wait for. */
function byFormats({ audience }: RequestFact) {
  const groups = new Map<string, { readonly formats: readonly string[]; readonly userIds: number[] }>();
  for (const { userId, formats } of audience) {
    const choice = formats.length > 1 ? 'both' : (formats[0] ?? '');
    const known = groups.get(choice);
    if (known) known.userIds.push(userId);
    else groups.set(choice, { formats, userIds: [userId] });
  }
  return groups;
}

function quotaFrame(userId: number): AddressedFrame {
  return {
    frame: { type: 'request_quota_changed', data: { user_id: userId } },
    audience: { of: 'accounts', userIds: [userId], administrators: true },
    title: null,
  };
}

/** A title without formats or a foreign id has no member for them. */
function titleOf({ tmdbId, mediaType, title, foreignId, bookFormat }: RequestFact) {
  return {
    tmdb_id: tmdbId,
    media_type: mediaType,
    title,
    ...(foreignId === null ? {} : { foreign_id: foreignId }),
    ...(bookFormat === '' ? {} : { book_format: bookFormat }),
  };
}

/** Left out once the library has been removed. */
function placeOf({ instanceId }: RequestFact) {
  return instanceId === null ? {} : { instance_id: instanceId };
}
