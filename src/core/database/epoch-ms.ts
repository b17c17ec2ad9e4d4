import type { ValueTransformer } from 'typeorm';

/**
 * A moment as epoch milliseconds in a `bigint` column: `number | null` in the program, whatever the engine answers
 * (SQLite a number, PostgreSQL a string).
 *
 * @throws RangeError for a value that is no whole number, since an engine would quietly store NULL for NaN
 */
export const epochMs: ValueTransformer = {
  to(value: unknown): unknown {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw notEpochMs(value);
    return value;
  },
  from(value: unknown): number | null {
    if (value === null || value === undefined) return null;
    const moment = Number(value);
    if (!Number.isSafeInteger(moment)) throw notEpochMs(value);
    return moment;
  },
};

function notEpochMs(value: unknown): RangeError {
  return new RangeError(`not a moment in epoch milliseconds: ${String(value)}`);
}
