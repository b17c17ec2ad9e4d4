import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { insertRows, tableRows } from '../../../core/database/sql-rows.js';
import { type DeliveryCode, type JobKey, type LifecycleEvent, LifecycleEventRow } from './job-rows.js';

interface Act {
  readonly actorId: number | null;
  readonly at: number;
}

export type NotedEvent = Readonly<LifecycleEventRow>;

/** The transitions of requests that are still to be told, oldest first. */
@Injectable()
export class LifecycleEventsRepository {
  /** Notes a transition; in the write that makes it. */
  async note(tx: WriteTx, requestId: number, event: LifecycleEvent, { actorId, at }: Act): Promise<void> {
    await insertRows(tx, LifecycleEventRow, [{ requestId, event, format: '', actorId, at }]);
  }

  /** Notes that a delivery has stopped, if that causes a message. */
  async noteStop(tx: WriteTx, { requestId, format }: JobKey, code: DeliveryCode | null, at: number): Promise<void> {
    if (isFailure(code))
      await insertRows(tx, LifecycleEventRow, [{ requestId, event: 'request_failed', format, actorId: null, at }]);
  }

  oldest(tx: ReadTx, limit: number): Promise<readonly NotedEvent[]> {
    return tableRows(tx, LifecycleEventRow, 'ORDER BY id LIMIT :limit', { limit });
  }

  /** Forgets those that were taken; in the write that takes them. */
  async taken(tx: WriteTx, rows: readonly NotedEvent[]): Promise<void> {
    await tx.delete(LifecycleEventRow, { id: In(rows.map(({ id }) => id)) });
  }
}

/**
 * Codes of deliveries that go on only when a person acts. Not told are those whose reason is somebody's own decision:
 * lost access, a child's limits, a removed library, a match that waits for an administrator.
 */
const FAILURES: ReadonlySet<DeliveryCode> = new Set([
  'retry_limit',
  'library_unavailable',
  'metadata_unresolved',
  'tv_target_missing',
  'tv_pilot_unavailable',
  'import_failed',
  'import_abandoned',
  'import_cancelled',
  'import_identity_ambiguous',
  'library_identity_unresolved',
  'book_configuration',
  'editions_unavailable',
]);

export function isFailure(code: DeliveryCode | null): boolean {
  return code !== null && FAILURES.has(code);
}
