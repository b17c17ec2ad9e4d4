import type { ValueTransformer } from 'typeorm';
import type { ReadTx } from './database.js';

/**
 * Epoch milliseconds in a `bigint` column, whatever the engine answers (SQLite a number, PostgreSQL a string).
 * @throws RangeError for a value that is no whole number, since an engine would quietly store NULL for NaN
 */
export const epochMs: ValueTransformer = wholeNumbers('a moment in epoch milliseconds');

/** A count of more than 32 bits in a `bigint` column, as {@link epochMs} keeps moments. */
export const largeCount: ValueTransformer = wholeNumbers('a whole number');

function wholeNumbers(what: string): ValueTransformer {
  const otherwise = (value: unknown): RangeError => new RangeError(`not ${what}: ${String(value)}`);
  return {
    to(value: unknown): unknown {
      if (typeof value === 'number' && !Number.isSafeInteger(value)) throw otherwise(value);
      return value;
    },
    from(value: unknown): number | null {
      if (value === null || value === undefined) return null;
      const whole = Number(value);
      if (!Number.isSafeInteger(whole)) throw otherwise(value);
      return whole;
    },
  };
}

/** The largest id that a row can have: ids are integers of 32 bits, on SQLite too. */
export const LARGEST_ROW_ID = 2_147_483_647;

/** An id that no row has; they begin with 1. */
const NO_ROW = 0;

/**
 * The id to look for when somebody asks for `id`, of any size: PostgreSQL would refuse to compare a larger one, where SQLite finds nothing.
 */
export function idToLookFor(id: number): number {
  return id > LARGEST_ROW_ID ? NO_ROW : id;
}

/** Orders texts by their code points on every engine; PostgreSQL by itself orders them as the database's language does. */
export function textOrder(tx: ReadTx, column: string): string {
  return tx.connection.options.type === 'postgres' ? `${column} COLLATE "C"` : column;
}

/** The largest of several values of a row; none may be null. Engines call it differently. */
export function largest(tx: ReadTx, ...values: readonly string[]): string {
  return `${tx.connection.options.type === 'postgres' ? 'GREATEST' : 'MAX'}(${values.join(', ')})`;
}
