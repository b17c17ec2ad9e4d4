import { Injectable, type OnModuleInit } from '@nestjs/common';
import { groupBy } from '../../../core/collections/group-by.js';
import { Database } from '../../../core/database/database.js';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { nextTurn } from '../../../core/time/waiting.js';
import {
  AcceptedRequestsRepository,
  RequestAutoApproved,
  RequestDecided,
  RequestForgotten,
  RequestUpdated,
} from '../../requests/requests.public.js';
import type { ObservedFormat } from './observation-row.entity.js';
import { observationOf, ObservationsRepository } from './observations.repository.js';
import type { Observation } from './observe.js';
import { isComplete, isVerifiable, wantsSame, type OpenRequest } from './open-request.js';

/** So many requests are read at once. Between two parts other calls are served. */
const PART = 1_000;

/** All are read again this often, in case that nothing has told of a change. */
const READ_AGAIN_MS = 10 * 60_000;

/** Another title may be waited for. */
const CHANGES: readonly EventType<object>[] = [RequestAutoApproved, RequestDecided, RequestUpdated, RequestForgotten];

/**
 * The accepted requests whose titles are waited for, by library, in memory. They are read again after anything has become of a
 * request, and every ten minutes.
 */
@Injectable()
export class OpenRequestsService implements OnModuleInit {
  private byLibrary = new Map<string, Map<number, OpenRequest>>();
  private readonly libraryOf = new Map<number, string>();
  /** By the monotonic clock; null while something may have changed since. */
  private readAt: number | null = null;

  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly accepted: AcceptedRequestsRepository,
    private readonly observations: ObservationsRepository,
  ) {}

  onModuleInit(): void {
    for (const type of CHANGES) this.events.on(type, () => void (this.readAt = null));
  }

  /** Everything that was committed and told before this call is in {@link libraries} when it resolves. @throws StorageError */
  async catchUp(signal: AbortSignal): Promise<void> {
    const now = this.clock.monotonic();
    if (this.readAt !== null && now < this.readAt + READ_AGAIN_MS) return;
    // What changes from here on is read by the next call.
    this.readAt = now;
    const before = this.byLibrary;
    this.byLibrary = new Map();
    this.libraryOf.clear();
    let after = 0;
    for (let more = true; more;) {
      signal.throwIfAborted();
      const last = after;
      const requests = await this.database.read((tx) => this.accepted.after(tx, last, PART));
      const known = await this.database.read((tx) =>
        this.observations.of(
          tx,
          requests.map(({ id }) => id),
        ),
      );
      const observed = groupBy(known, ({ requestId }) => requestId);
      for (const request of requests) {
        const observations = new Map((observed.get(request.id) ?? []).map((row) => [row.format, observationOf(row)]));
        const same = before.get(request.instanceId)?.get(request.id);
        const fullReading = same && wantsSame(same.request, request) ? same.fullReading : undefined;
        this.keep({ request, observations, fullReading });
      }
      after = requests.at(-1)?.id ?? after;
      more = requests.length === PART;
      if (more) await nextTurn();
    }
  }

  /** The open requests of each library, by id. */
  get libraries(): ReadonlyMap<string, ReadonlyMap<number, OpenRequest>> {
    return this.byLibrary;
  }

  /** Notes what was stored of a request; one that is complete is not waited for any more. */
  observed(requestId: number, format: ObservedFormat, observation: Observation): void {
    const open = this.byLibrary.get(this.libraryOf.get(requestId) ?? '')?.get(requestId);
    if (!open) return;
    open.observations.set(format, observation);
    if (isComplete(open)) this.drop(requestId);
  }

  /** Forgets everything: the next call of {@link catchUp} reads it anew. */
  forget(): void {
    this.byLibrary.clear();
    this.libraryOf.clear();
    this.readAt = null;
  }

  private keep(open: OpenRequest): void {
    if (!isVerifiable(open.request) || isComplete(open)) return;
    const { id, instanceId } = open.request;
    const library = this.byLibrary.get(instanceId) ?? new Map<number, OpenRequest>();
    library.set(id, open);
    this.byLibrary.set(instanceId, library);
    this.libraryOf.set(id, instanceId);
  }

  private drop(id: number): void {
    const instanceId = this.libraryOf.get(id) ?? '';
    const library = this.byLibrary.get(instanceId);
    library?.delete(id);
    if (library?.size === 0) this.byLibrary.delete(instanceId);
    this.libraryOf.delete(id);
  }
}
