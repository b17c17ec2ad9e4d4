import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { AcceptedRequestsRepository } from '../../requests/requests.public.js';
import type { NotificationEvent } from '../events/notification-event.js';
import { destinationsTelling } from '../outbox/outbox-destination.js';
import { BaselineRow } from '../message-rows.js';
import type { Baseline } from './observe.js';

/** Who tells what has become available, and since when. */
export interface Telling {
  readonly baselines: readonly Baseline[];
  /** The newest baseline of all destinations. */
  readonly newest: number;
}

/** The event by which destinations are asked whether they tell what has become available. */
export const AVAILABLE = 'request_available' satisfies NotificationEvent;

/** Stands for the destinations that are gone: it has the newest revision of when the last one went. */
const NOBODY = '';

/**
 * Since when each destination tells what has become available. Source: doc 2 section 6, availability: enabling it or changing
 * its destination sets a baseline, so that nothing is told that was there before.
 */
@Injectable()
export class AvailabilityBaselineService {
  constructor(
    private readonly requests: AcceptedRequestsRepository,
    private readonly ports: PortRegistry,
  ) {}

  /**
   * Begins a baseline for a destination. The service that keeps a destination's settings calls it in the write that lets it tell
   * availability, or that changes where its messages go: then what is on disk already, and what is first seen at the next
   * reading of each library, is not told there.
   *
   * @param destination the name of an `OutboxDestination`
   */
  async begin(tx: WriteTx, destination: string): Promise<void> {
    const revision = ((await tx.maximum(BaselineRow, 'revision')) ?? 0) + 1;
    const newestId = await this.requests.newestId(tx);
    await tx.upsert(BaselineRow, { destination, revision, newestId }, ['destination']);
  }

  /** Forgets the baseline of a destination that is gone; its revision is given to no other one. */
  async end(tx: WriteTx, destination: string): Promise<void> {
    const revision = (await tx.maximum(BaselineRow, 'revision')) ?? 0;
    await tx.delete(BaselineRow, { destination });
    await tx.upsert(BaselineRow, { destination: NOBODY, revision, newestId: 0 }, ['destination']);
  }

  /** The destinations that tell availability now. Without one, each destination is asked and nothing else is read. */
  telling(tx: ReadTx): Promise<readonly string[]> {
    return destinationsTelling(this.ports, tx, AVAILABLE);
  }

  /** The baselines of these destinations; `missing` are those for which none was ever begun. */
  async baselinesOf(
    tx: ReadTx,
    destinations: readonly string[],
  ): Promise<Telling & { readonly missing: readonly string[] }> {
    const rows = await tx.find(BaselineRow);
    const baselines = rows.filter(({ destination }) => destinations.includes(destination));
    const known = new Set(rows.map(({ destination }) => destination));
    return {
      baselines,
      newest: rows.reduce((newest, { revision }) => Math.max(newest, revision), 0),
      missing: destinations.filter((name) => !known.has(name)),
    };
  }
}
