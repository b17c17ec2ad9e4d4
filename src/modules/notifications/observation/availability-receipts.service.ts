import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { AcceptedRequestsRepository, type AcceptedRequest } from '../../requests/requests.public.js';
import { AVAILABLE } from '../events/notification-event.js';
import { MessageIntakeService } from '../events/message-intake.service.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { observationOf, ObservationsRepository } from './observations.repository.js';
import type { ObservationRow, ObservedFormat } from '../message-rows.js';
import { observe, type Baseline, type Observation, type Reading } from './observe.js';
import { observedRequest, titleKey } from './open-request.js';

export interface NewReading {
  readonly request: AcceptedRequest;
  readonly format: ObservedFormat;
  readonly reading: Reading;
}

export interface Receipt extends Pick<NewReading, 'request' | 'format'> {
  readonly observation: Observation;
}

export interface Written {
  readonly receipts: readonly Receipt[];
  readonly messages: number;
}

/** Messages on one title in one library are collected for so long. */
const COLLECTED_MS = 60_000;

/** Stores what was observed and adds the messages that follow from it, in one write. */
@Injectable()
export class AvailabilityReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accepted: AcceptedRequestsRepository,
    private readonly observations: ObservationsRepository,
    private readonly intake: MessageIntakeService,
    private readonly messages: OutboxRepository,
  ) {}

  /**
   * By what is stored at this moment, which another process may have changed, and by the destinations that tell availability now.
   * @throws StorageError; nothing is stored then
   */
  write(readings: readonly NewReading[]): Promise<Written> {
    return this.database.write(async (tx) => {
      const telling = await this.intake.destinationsFor(tx, AVAILABLE);
      const { baselines } = await this.observations.baselinesOf(tx, telling);
      const stored = await this.observations.of(tx, [...new Set(readings.map(({ request }) => request.id))]);
      const lastOf = new Map(stored.map((row) => [keyOf(row.requestId, row.format), observationOf(row)]));
      const observed = new Set(stored.map(({ requestId }) => requestId));
      const current = await this.acceptedMeanwhile(
        tx,
        readings.filter(({ request }) => !observed.has(request.id)),
      );
      const receipts: Receipt[] = [];
      const rows: ObservationRow[] = [];
      let messages = 0;
      for (const one of readings) {
        const last = lastOf.get(keyOf(one.request.id, one.format)) ?? null;
        const request = observedRequest(current.get(one.request.id) ?? one.request);
        const { observation, destinations } = observe(request, last, one.reading, baselines);
        if (!observation) continue;
        receipts.push({ request: one.request, format: one.format, observation });
        const { id: requestId } = one.request;
        if (observation !== last)
          rows.push({ requestId, format: one.format, ...observation, changedAt: this.clock.now() });
        for (const destination of destinations) await this.add(tx, one, destination);
        messages += destinations.length;
      }
      await this.observations.save(tx, rows);
      return { receipts, messages };
    });
  }

  /** Requests that were not accepted when their library was read, as they are now; not those that mean another series now. */
  private async acceptedMeanwhile(
    tx: ReadTx,
    readings: readonly NewReading[],
  ): Promise<ReadonlyMap<number, AcceptedRequest>> {
    const before = new Map(readings.map(({ request }) => [request.id, observedRequest(request)]));
    const open = [...before.values()].flatMap((one) => (one.before === null ? [one.id] : []));
    const now = await this.accepted.byIds(tx, open);
    const isSame = (request: AcceptedRequest) => observedRequest(request).target === before.get(request.id)?.target;
    return new Map(now.filter(isSame).map((request) => [request.id, request]));
  }

  private add(tx: WriteTx, { request, format }: NewReading, destination: Baseline['destination']): Promise<void> {
    const subject = { requestIds: [request.id], ...(format !== '' && { formats: [format] }) };
    const collect = { key: titleKey(request), forMs: COLLECTED_MS };
    return this.messages.add(tx, { destination, event: AVAILABLE, actorId: null, subject, collect }, this.clock.now());
  }
}

const keyOf = (requestId: number, format: ObservedFormat): string => `${requestId}:${format}`;
