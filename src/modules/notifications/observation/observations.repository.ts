import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { ObservationRow } from '../message-rows.js';
import type { Observation } from './observe.js';

const IDS_PER_STATEMENT = 500;

/** What was last observed of requests. */
@Injectable()
export class ObservationsRepository {
  /** What was observed of these requests. */
  async of(tx: ReadTx, requestIds: readonly number[]): Promise<readonly ObservationRow[]> {
    const rows: ObservationRow[] = [];
    for (let start = 0; start < requestIds.length; start += IDS_PER_STATEMENT)
      rows.push(
        ...(await tx.findBy(ObservationRow, { requestId: In(requestIds.slice(start, start + IDS_PER_STATEMENT)) })),
      );
    return rows;
  }

  /** Stores what was observed, in place of what was observed before. */
  async save(tx: WriteTx, rows: readonly ObservationRow[]): Promise<void> {
    if (rows.length > 0) await tx.upsert(ObservationRow, [...rows], ['requestId', 'format']);
  }
}

/** What a row says was observed. */
export function observationOf({ target, seen, baseline }: ObservationRow): Observation {
  return { target, seen, baseline };
}
