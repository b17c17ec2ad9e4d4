import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { groupBy } from '../../../core/collections/group-by.js';
import { Database } from '../../../core/database/database.js';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { InstanceChanged } from '../../instances/instances.public.js';
import {
  type AcceptedRequest,
  AcceptedRequestsRepository,
  RequestAutoApproved,
  RequestDecided,
  RequestForgotten,
  RequestUpdated,
} from '../../requests/requests.public.js';
import type { ObservedFormat } from '../message-rows.js';
import { observationOf, ObservationsRepository } from './observations.repository.js';
import type { Observation } from './observe.js';
import { isComplete, isVerifiable, wantsSame, type OpenRequest } from './open-request.js';

/** So many requests are read at once. Between two parts other calls are served. */
const PART = 500;

/** All are read again this often, in case a change came without an event. */
const READ_AGAIN_MS = 10 * 60_000;

/** Each of these may change which requests are waited for, or for which titles. */
const CHANGES: readonly EventType<{ readonly requestId: number }>[] = [
  RequestAutoApproved,
  RequestDecided,
  RequestUpdated,
  RequestForgotten,
];

/** Accepted requests whose titles are waited for, in memory. An entry stays the same object until its request has changed. */
@Injectable()
export class OpenRequestsService implements OnModuleInit {
  private readonly byLibrary = new Map<string, Map<number, OpenRequest>>();
  private readonly libraryOf = new Map<number, string>();
  private readonly changed = new Set<number>();
  /** By the monotonic clock; null where all have to be read. */
  private readAt: number | null = null;

  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly accepted: AcceptedRequestsRepository,
    private readonly observations: ObservationsRepository,
  ) {}

  onModuleInit(): void {
    for (const type of CHANGES) this.events.on(type, ({ requestId }) => void this.changed.add(requestId));
    // The records that its requests are bound to may be those of another library.
    this.events.on(InstanceChanged, () => void (this.readAt = null));
  }

  /**
   * When it resolves, {@link libraries} has every change that was committed and announced before this call.
   * @throws StorageError, or the reason of the signal; the caller forgets everything then
   */
  async catchUp(signal: AbortSignal): Promise<void> {
    const now = this.clock.monotonic();
    if (this.readAt === null || now >= this.readAt + READ_AGAIN_MS) {
      // What changes from here on is read by the next call.
      this.readAt = now;
      this.changed.clear();
      await this.readAll(signal);
    } else await this.readChanged(signal);
  }

  private async readAll(signal: AbortSignal): Promise<void> {
    const gone = new Set(this.libraryOf.keys());
    let requests: readonly AcceptedRequest[];
    let after = 0;
    do {
      signal.throwIfAborted();
      const last = after;
      requests = await this.database.read((tx) => this.accepted.after(tx, last, PART));
      await this.take(requests);
      for (const { id } of requests) gone.delete(id);
      after = requests.at(-1)?.id ?? after;
      if (requests.length === PART) await nextTurn();
    } while (requests.length === PART);
    for (const id of gone) this.drop(id);
  }

  private async readChanged(signal: AbortSignal): Promise<void> {
    const ids = [...new Set([...this.changed, ...this.unobservedSeries()])];
    this.changed.clear();
    for (let start = 0; start < ids.length; start += PART) {
      signal.throwIfAborted();
      const part = ids.slice(start, start + PART);
      const requests = await this.database.read((tx) => this.accepted.byIds(tx, part));
      const accepted = new Set(requests.map(({ id }) => id));
      for (const id of part) if (!accepted.has(id)) this.drop(id);
      await this.take(requests);
    }
  }

  /** Series that were never observed: what their library held before the delivery is saved without an event. */
  private unobservedSeries(): readonly number[] {
    return [...this.byLibrary.values()].flatMap((library) =>
      [...library.values()]
        .filter(({ request, observations }) => request.mediaType === 'tv' && !request.held && observations.size === 0)
        .map(({ request }) => request.id),
    );
  }

  private async take(requests: readonly AcceptedRequest[]): Promise<void> {
    const known = await this.database.read((tx) =>
      this.observations.of(
        tx,
        requests.map(({ id }) => id),
      ),
    );
    const observed = groupBy(known, ({ requestId }) => requestId);
    for (const request of requests) {
      const observations = new Map((observed.get(request.id) ?? []).map((row) => [row.format, observationOf(row)]));
      const before = this.byLibrary.get(this.libraryOf.get(request.id) ?? '')?.get(request.id);
      if (before && isDeepStrictEqual([before.request, before.observations], [request, observations])) continue;
      this.drop(request.id);
      const fullReading = before && wantsSame(before.request, request) ? before.fullReading : undefined;
      this.keep({ request, observations, fullReading });
    }
  }

  get libraries(): ReadonlyMap<string, ReadonlyMap<number, OpenRequest>> {
    return this.byLibrary;
  }

  /** Notes what was stored of a request; one that is complete is not waited for any more. */
  noteObservation(requestId: number, format: ObservedFormat, observation: Observation): void {
    const open = this.byLibrary.get(this.libraryOf.get(requestId) ?? '')?.get(requestId);
    if (!open) return;
    open.observations.set(format, observation);
    if (isComplete(open)) this.drop(requestId);
  }

  /** Forgets everything: the next call of {@link catchUp} reads it anew. */
  forget(): void {
    this.byLibrary.clear();
    this.libraryOf.clear();
    this.changed.clear();
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
