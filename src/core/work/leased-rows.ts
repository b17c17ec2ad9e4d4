import { MoreThan } from 'typeorm';
import type { Database, ReadTx, WriteTx } from '../database/database.js';
import { findRow, updateRows } from '../database/sql-rows.js';
import type { Clock } from '../time/clock.js';

/** The two columns by which a row is leased. A lease stands nowhere else, so that {@link endLeftLeases} finds it. */
interface LeaseColumns {
  /** Whose work is under way; null for nobody's. */
  leaseToken: string | null;
  /** When somebody else may take it, in epoch milliseconds; null where nobody has it. */
  leaseUntil: number | null;
}

/** One worker's claim to a row. */
export interface Lease<Row> {
  /** The values by which the row is found; those of columns that may not change while the lease is good may be among them. */
  readonly where: Partial<Row>;
  /** Unguessable, and another one for each worker and attempt. */
  readonly token: string;
}

/** A lease that is extended regularly. */
export interface KeptLease {
  /** True once an extension was refused or could not be written: another worker may have the row. */
  readonly lost: boolean;
  /** Ends the heartbeat. The row stays leased until it is released or its time is up. */
  stop(): void;
}

/** How much the clocks of two processes may differ, or a clock may be corrected, in milliseconds. */
export const MOST_SKEW_MS = 10_000;

/** The columns of a row that nobody works on. */
export const NOT_LEASED = { leaseToken: null, leaseUntil: null } as const;

/** When a lease ended that {@link endLeftLeases} has ended. */
export const ENDED_AT_START = 0;

/** Does a wait or lease still last? One that ends later than `mostMs` allows was written before the clock was set back, and is over. */
export const stillLasts = (until: number | null, now: number, mostMs: number): boolean =>
  until !== null && until > now && until <= now + mostMs + MOST_SKEW_MS;

/** Rows that one worker at a time has, of all processes on the database. After a kill a row is free again when its lease runs out. */
export class LeasedRows<Row extends LeaseColumns> {
  /** @param lastsMs how long a lease lasts that isn't extended, in milliseconds */
  constructor(
    private readonly table: new () => Row,
    readonly lastsMs: number,
  ) {}

  /** May anybody take the row? */
  isFree({ leaseUntil }: Pick<LeaseColumns, 'leaseUntil'>, now: number): boolean {
    return !stillLasts(leaseUntil, now, this.lastsMs);
  }

  /** When a lease ends that is taken or extended now. */
  endOf(now: number): number {
    return now + this.lastsMs;
  }

  /** The columns of a row that is leased now: for who has judged in the same write that it is free, or adds it. */
  columns(token: string, now: number): { readonly leaseToken: string; readonly leaseUntil: number } {
    return { leaseToken: token, leaseUntil: this.endOf(now) };
  }

  /** Leases a row that is free or this worker's; adds `newRow` where there is none. False while another has it, and without a row. */
  async take(tx: WriteTx, { where, token }: Lease<Row>, now: number, newRow?: Partial<Row>): Promise<boolean> {
    const lease = this.columns(token, now);
    const row = await findRow(tx, this.table, where);
    if (!row && newRow) {
      const added: object = { ...newRow, ...lease };
      await tx.insert(this.table, added);
      return true;
    }
    if (!row || (row.leaseToken !== token && !this.isFree(row, now))) return false;
    await this.set(tx, where, lease);
    return true;
  }

  /** Null once it was taken or released. A lease that ran out and that nobody has taken still counts: what was done under it is valid. */
  findHeld(tx: ReadTx, { where, token }: Lease<Row>): Promise<Row | null> {
    return findRow(tx, this.table, { ...where, leaseToken: token });
  }

  /** Extends a lease, with a `change` of further columns. False, and nothing is written, once it is lost. */
  async extend(tx: WriteTx, lease: Lease<Row>, now: number, change?: Partial<Row>): Promise<boolean> {
    if (!(await this.findHeld(tx, lease))) return false;
    await this.set(tx, lease.where, { ...change, leaseUntil: this.endOf(now) });
    return true;
  }

  /** Gives a row back, and sets further columns with it. Nothing once the lease is lost. */
  async release(tx: WriteTx, { where, token }: Lease<Row>, change?: Partial<Row>): Promise<void> {
    await this.set(tx, { ...where, leaseToken: token }, { ...change, ...NOT_LEASED });
  }

  /** Extends a lease every `everyMs` milliseconds, in a write of its own, until it is stopped or lost. */
  keep(database: Database, clock: Clock, lease: Lease<Row>, everyMs: number): KeptLease {
    const kept = { lost: false, stop: (): void => timer.cancel() };
    const lose = (): void => {
      kept.lost = true;
      timer.cancel();
    };
    const timer = clock.setInterval(everyMs, () => {
      const extended = database.write((tx) => this.extend(tx, lease, clock.now()));
      extended.then((isHeld) => (isHeld ? undefined : lose()), lose);
    });
    return kept;
  }

  private async set(tx: WriteTx, where: Partial<Row>, change: object): Promise<void> {
    await updateRows(tx, this.table, where, change);
  }
}

/** Is this the only process on the storage? Asked within a write: no other process takes a lease meanwhile. */
export type AloneCheck = (tx: ReadTx) => Promise<boolean>;

/** Ends all leases at the start of a process that has the database alone: they belong to a killed one, whose work goes on at once. */
export function endLeftLeases(database: Database, isAlone: AloneCheck): Promise<void> {
  return database.write(async (tx) => {
    if (!(await isAlone(tx))) return;
    for (const { target, columns } of tx.connection.entityMetadatas) {
      if (columns.some(({ propertyName }) => propertyName === 'leaseUntil'))
        await tx.update(target, { leaseUntil: MoreThan(ENDED_AT_START) }, { leaseUntil: ENDED_AT_START });
    }
  });
}
