import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { LeasedRows } from '../../../core/work/leased-rows.js';
import { OutboxDestinationRow, LONGEST_WAIT_MS } from '../message-rows.js';

/** One worker at a time sends to a destination. An attempt takes a minute at most; who leaves one behind is known to be gone after 90 s. */
export const DESTINATION_LEASES = new LeasedRows(OutboxDestinationRow, 90_000);

/** What is known of a destination as a whole. */
export type DestinationState = Pick<OutboxDestinationRow, 'pausedUntil' | 'error'>;

/** The destinations: who sends to each, and since when it takes nothing. */
@Injectable()
export class OutboxDestinationsRepository {
  /** What is known of it; a destination that nothing was ever sent to takes everything. */
  async state(tx: ReadTx, name: string): Promise<DestinationState> {
    return (await tx.findOneBy(OutboxDestinationRow, { name })) ?? { pausedUntil: null, error: '' };
  }

  /** Takes the destination for a worker, or extends its lease. False while another worker has it. */
  take(tx: WriteTx, name: string, token: string, now: number): Promise<boolean> {
    return DESTINATION_LEASES.take(tx, { where: { name }, token }, now, { name, error: '', pausedUntil: null });
  }

  /** Gives it back, if this worker still has it. */
  release(tx: WriteTx, name: string, token: string): Promise<void> {
    return DESTINATION_LEASES.release(tx, { where: { name }, token });
  }

  /** Notes what became of an attempt: until when it takes nothing, and what an administrator has to do. */
  async note(tx: WriteTx, name: string, state: Partial<DestinationState>): Promise<void> {
    if (Object.keys(state).length > 0) await tx.update(OutboxDestinationRow, { name }, state);
  }

  /** Forgets a destination that is gone. */
  async remove(tx: WriteTx, name: string): Promise<void> {
    await tx.delete(OutboxDestinationRow, { name });
  }
}

/** Is a destination left alone? A pause further ahead than any wait was made before the clock was set back. */
export function isPaused({ pausedUntil }: Pick<DestinationState, 'pausedUntil'>, now: number): boolean {
  return pausedUntil !== null && pausedUntil > now && pausedUntil <= now + LONGEST_WAIT_MS;
}
