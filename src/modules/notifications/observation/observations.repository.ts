import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { AcceptedRequestsRepository } from '../../requests/requests.public.js';
import { BaselineRow, ObservationRow } from '../message-rows.js';
import type { Baseline, Observation } from './observe.js';

export interface BaselineSet {
  readonly baselines: readonly Baseline[];
  /** The newest baseline of all destinations. */
  readonly newest: number;
}

const IDS_PER_STATEMENT = 500;

/** Stands for the destinations that are gone: it has the newest revision of when the last one went. */
const NOBODY = '';

/** What was last observed of requests, and since when each destination tells what has become available. */
@Injectable()
export class ObservationsRepository {
  constructor(private readonly requests: AcceptedRequestsRepository) {}

  async of(tx: ReadTx, requestIds: readonly number[]): Promise<readonly ObservationRow[]> {
    const rows: ObservationRow[] = [];
    for (let start = 0; start < requestIds.length; start += IDS_PER_STATEMENT)
      rows.push(
        ...(await tx.findBy(ObservationRow, { requestId: In(requestIds.slice(start, start + IDS_PER_STATEMENT)) })),
      );
    return rows;
  }

  async save(tx: WriteTx, rows: readonly ObservationRow[]): Promise<void> {
    if (rows.length > 0) await tx.upsert(ObservationRow, [...rows], ['requestId', 'format']);
  }

  /** What is on disk, and what the next reading first sees, is not told. In the write that lets the destination tell, or moves it. */
  async beginBaseline(tx: WriteTx, destination: string): Promise<void> {
    const revision = ((await tx.maximum(BaselineRow, 'revision')) ?? 0) + 1;
    const newestId = await this.requests.newestId(tx);
    await tx.upsert(BaselineRow, { destination, revision, newestId }, ['destination']);
  }

  /** Forgets the baseline of a destination that is gone; its revision is given to no other one. */
  async endBaseline(tx: WriteTx, destination: string): Promise<void> {
    const revision = (await tx.maximum(BaselineRow, 'revision')) ?? 0;
    await tx.delete(BaselineRow, { destination });
    await tx.upsert(BaselineRow, { destination: NOBODY, revision, newestId: 0 }, ['destination']);
  }

  /** The baselines of these destinations; `missing` are those for which none was ever begun. */
  async baselinesOf(
    tx: ReadTx,
    destinations: readonly string[],
  ): Promise<BaselineSet & { readonly missing: readonly string[] }> {
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

export function observationOf({ target, seen, baseline }: ObservationRow): Observation {
  return { target, seen, baseline };
}
