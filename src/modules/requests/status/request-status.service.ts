import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { groupBy } from '../../../core/collections/group-by.js';
import { CachedReadings } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { RequestKinds, type StatusReading } from '../kinds/request-kind.js';
import { jointDelivery, jointStatus, statusOfSaved, type TrackedRequest } from '../kinds/request-status.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { foreignReceipt, unknownRequest } from '../requests.errors.js';
import { type Deliveries, DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import { decisionOf } from '../saved/request-decision.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { isOfProvider, type MediaType } from '../saved/work.js';
import type { LibraryFacts, SavedFacts } from '../timeline/stall.js';
import { type Timeline, timelineOf } from '../timeline/timeline.js';
import type { WrittenRequest } from '../transitions/request-transitions.service.js';
import { TitlePostersService } from './title-posters.service.js';

export interface AskedPage {
  readonly limit: number;
  /** The id of the last request of the page before. */
  readonly before?: number;
}

export interface PictureRequest {
  readonly view: TrackedRequest;
  readonly posterPath: string | null;
}

/** So many are read at once, where the caller asks for fewer and some of them are left out. */
const MOST_AT_ONCE = 100;

const LIST_LIMIT = 1000;

/** So many lists of people's own requests are kept until anything is written. */
const MOST_LISTS = 50;

interface OwnList extends Partial<AskedPage> {
  readonly caller: Caller;
}

/** Somebody's own requests as they are saved, and how to read what their libraries say of them. */
interface OwnRequests {
  readonly saved: readonly SavedRequest[];
  readonly reading: StatusReading;
}

/** Reads the status of requests: first the saved state, then the live state of the libraries on top. */
@Injectable()
export class RequestStatusService {
  private readonly ownSaved: CachedReadings<string, OwnRequests>;

  constructor(
    private readonly database: Database,
    private readonly kinds: RequestKinds,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly limits: RequesterLimitsService,
    private readonly posters: TitlePostersService,
    private readonly access: InstanceAccessService,
    private readonly clock: Clock,
  ) {
    this.ownSaved = new CachedReadings(database, (list) => this.readOwn(JSON.parse(list) as OwnList), MOST_LISTS);
  }

  /** The caller's own requests, newest first, at most a thousand; as saved where the library may not be used. */
  async own(caller: Caller, { limit, before }: Partial<AskedPage> = {}): Promise<readonly TrackedRequest[]> {
    const { saved, reading } = await this.ownSaved.get(JSON.stringify({ caller, limit, before }));
    const now = await reading();
    return saved.map((one) => ({ ...one, now: now(one) }));
  }

  /** One that isn't full is the last: for a kids account, what is left out makes room for what follows. @throws as the limits */
  async ownPage(caller: Caller, { limit, before }: AskedPage): Promise<readonly PictureRequest[]> {
    const shown: TrackedRequest[] = [];
    let after = before;
    // Where much is left out, a short page is not filled up by as many readings as requests.
    for (let size = limit; ; size = Math.max(size, Math.min(size * 2, MOST_AT_ONCE))) {
      const read = await this.own(caller, { limit: size, before: after });
      shown.push(...(await this.limits.within(caller, read)));
      after = read.at(-1)?.request.id;
      if (shown.length >= limit || read.length < size) break;
    }
    const page = shown.slice(0, limit);
    const posterOf = await this.posters.of(page.map(({ request }) => request));
    return page.map((view) => ({ view, posterPath: posterOf(view.request) }));
  }

  private readOwn({ caller, limit = LIST_LIMIT, before }: OwnList): Promise<OwnRequests> {
    return this.database.read(async (tx) => {
      const rows = await this.dispatches.joined(tx, await this.saved.ofAccount(tx, caller.userId, limit, before));
      const saved = await this.saved.ownParts(tx, caller.userId, rows);
      return { saved, reading: await this.reading(tx, caller, saved) };
    });
  }

  savedIn(caller: Caller, mediaType: MediaType, instanceId: string): Promise<readonly SavedRequest[]> {
    return this.database.read(async (tx) => {
      const rows = await this.saved.ofAccountIn(tx, { userId: caller.userId, mediaType, instanceId }, LIST_LIMIT);
      const newest = new Map(rows.toReversed().map((row) => [row.key, row]));
      return this.dispatches.joined(
        tx,
        [...newest.values()].sort((one, other) => other.id - one.id),
      );
    });
  }

  /** @param includeLive false reads no library. @throws AppError 403 for an unknown request or another account's */
  async receipt(caller: Caller, requestId: number, includeLive: boolean): Promise<TrackedRequest> {
    const { one, reading } = await this.database.read(async (tx) => {
      const one = await this.part(tx, caller, requestId);
      if (!one) throw foreignReceipt();
      return { one, reading: await this.reading(tx, caller, includeLive ? [one] : []) };
    });
    if (!includeLive) return { ...one, now: { ...statusOfSaved(one), statusKnown: isOfProvider(one.request) } };
    const now = await reading();
    return { ...one, now: now(one) };
  }

  /** As saved where it is new for the caller and has not reached the library, else live; with the formats that other requests cover. */
  async afterSubmission(
    caller: Caller,
    { requestId, isNew, pending, spent, others = [] }: WrittenRequest,
  ): Promise<TrackedRequest> {
    const hasJustJoined = pending && spent;
    const read = (id: number): Promise<TrackedRequest> =>
      isNew || hasJustJoined ? this.afterAction(id, caller.userId) : this.receipt(caller, id, true);
    const main = await read(requestId);
    if (others.length === 0) return main;
    const rest = await Promise.all(others.map(read));
    const deliveries: Deliveries = [...main.deliveries, ...rest.flatMap((one) => one.deliveries)];
    return {
      ...main,
      deliveries,
      now: jointStatus(
        main.now,
        rest.map(({ now }) => now),
      ),
    };
  }

  /** The saved status, for a subscriber their own part. No library is asked: the answer comes at once even when the library hangs. */
  async afterAction(requestId: number, userId?: number): Promise<TrackedRequest> {
    const one = await this.database.read(async (tx) => {
      const whole = await this.one(tx, requestId);
      const [part] = whole && userId !== undefined ? await this.saved.ownParts(tx, userId, [whole]) : [];
      return part ?? whole;
    });
    if (!one) throw unknownRequest();
    return { ...one, now: statusOfSaved(one) };
  }

  private async part(tx: ReadTx, { userId }: Caller, requestId: number): Promise<SavedRequest | undefined> {
    const found = await this.one(tx, requestId);
    return found && (await this.saved.ownParts(tx, userId, [found]))[0];
  }

  private async one(tx: ReadTx, requestId: number): Promise<SavedRequest | undefined> {
    const row = await this.saved.remembered(tx, requestId);
    return row ? (await this.dispatches.joined(tx, [row]))[0] : undefined;
  }

  private async reading(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    const readings = new Map<MediaType, StatusReading>();
    for (const [mediaType, ofKind] of groupBy(requests, ({ request }) => request.mediaType))
      readings.set(mediaType, await this.kinds.of(mediaType).statuses(tx, caller, ofKind));
    return async () => {
      const read = [...readings].map(async ([mediaType, reading]) => [mediaType, await reading()] as const);
      const statuses = new Map(await Promise.all(read));
      return (one) => statuses.get(one.request.mediaType)?.(one) ?? statusOfSaved(one);
    };
  }

  /** For an administrator any request. @throws AppError 403 for an unknown request or another account's */
  find(caller: Caller, requestId: number): Promise<SavedRequest> {
    return this.database.read(async (tx) => {
      const own = await this.part(tx, caller, requestId);
      const one = own ?? (caller.role === 'admin' ? await this.one(tx, requestId) : undefined);
      if (!one) throw foreignReceipt();
      return one;
    });
  }

  async timeline(caller: Caller, saved: SavedRequest): Promise<Timeline> {
    const mayRead = await this.database.read((tx) => this.mayRead(tx, caller, saved));
    const library = mayRead ?? (await this.kinds.of(saved.request.mediaType).arrival(saved));
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
