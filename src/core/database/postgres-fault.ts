import { QueryFailedError } from 'typeorm';
import { StorageError, UniqueViolation, type StorageFault } from './storage-error.js';

/** SQLSTATE classes and codes by what they mean to a caller. Source: PostgreSQL, appendix A "Error Codes". */
const KINDS: readonly (readonly [code: RegExp, kind: StorageFault])[] = [
  [/^(40001|40P01)$/, 'busy'], // serialization failure, deadlock
  [/^(55P03|57014)$/, 'busy'], // the lock, or the statement, took too long
  [/^(08...|57P0[1-5]|53300)$/, 'unreachable'], // connection lost, shut down, starting, no connection left
  [/^53100$/, 'full'],
  [/^XX00[12]$/, 'corrupt'], // damaged data, damaged index
];

const SQLSTATE = /^[0-9A-Z]{5}$/;
const CONFLICTS = new Set(['40001', '40P01']);

/** What a failure of PostgreSQL's driver means to a caller of the storage. Ask it for nothing else. */
export function postgresFault(error: unknown): StorageError | UniqueViolation {
  // The driver's own error is kept rather than TypeORM's, which carries the statement's parameters.
  const fault: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const state = sqlState(fault);
  if (state === '23505') return new UniqueViolation(fault);
  // A failure that isn't an answer of the server is one of the way to it.
  if (state === undefined) return new StorageError(isOurs(fault) ? 'failed' : 'unreachable', fault);
  return new StorageError(KINDS.find(([code]) => code.test(state))?.[1] ?? 'failed', fault);
}

/** Did a transaction fail only because of what others did at the same time? Then it may be tried again. */
export function isConflict(error: unknown): boolean {
  return error instanceof StorageError && CONFLICTS.has(sqlState(error.options.cause) ?? '');
}

/** Did the server say that a commit failed? Anything else (a lost connection, a shutdown meanwhile) leaves open whether it was kept. */
export function isAffirmedRefusal(fault: unknown): boolean {
  if (sqlState(fault) === undefined) return false;
  return (fault as { severity?: unknown }).severity === 'ERROR';
}

function sqlState(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null || !('severity' in fault) || !('code' in fault)) return undefined;
  return typeof fault.code === 'string' && SQLSTATE.test(fault.code) ? fault.code : undefined;
}

/** A value that could not be sent or read; the connection is sound. */
function isOurs(fault: unknown): boolean {
  return fault instanceof RangeError || fault instanceof TypeError;
}
